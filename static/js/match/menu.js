/* The buttons of the match's menu, by the names of their actions, in every game. */
import { closeDialog, openDialog } from "./dialogs.js";

const opens = (name) => () => {
  closeDialog("menu");
  openDialog(name);
};

/* `resign` gives the match up; it is asked for once more before. */
export const menu = (resign) => ({
  preferences: opens("preferences"),
  rules: opens("rules"),
  resign: (button) => {
    if (button.closest("#d-resign")) {
      closeDialog("resign");
      resign();
    } else opens("resign")();
  },
});
