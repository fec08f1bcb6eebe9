/* How many letters stand in a field that takes a number of them: `data-letters-of` names the field. */
for (const figure of document.querySelectorAll("[data-letters-of]")) {
  const field = document.getElementById(figure.dataset.lettersOf);
  const show = () => {
    figure.textContent = `${[...field.value].length} / ${field.maxLength}`;
  };
  field.addEventListener("input", show);
  show();
}
