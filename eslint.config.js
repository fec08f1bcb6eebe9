/* Rules for the scripts of the site. Layout is prettier's alone. */
import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["**/vendor/**", ".venv/**", "mutants/**", "staticfiles/**", "var/**"] },
  js.configs.recommended,
  {
    files: ["static/js/**/*.js", "game/variants/*/screens/static/js/**/*.js"],
    languageOptions: { sourceType: "module", globals: { ...globals.browser, htmx: "readonly" } },
    rules: {
      eqeqeq: "error",
      "no-var": "error",
      "one-var": ["error", "never"],
      "prefer-const": "error",
    },
  },
  {
    files: ["static/js/service_worker.js"],
    languageOptions: { globals: { ...globals.serviceworker, SITE: "readonly" } },
  },
];
