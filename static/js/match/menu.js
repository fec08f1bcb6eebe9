/* The buttons of the match's menu, by the names of their actions, in every game. */
import { shout } from "./page.js";
import { act } from "./connection.js";
import { closeDialog, openDialog } from "./dialogs.js";

const opens = (name) => () => {
  closeDialog("menu");
  openDialog(name);
};

/* What concerns the match and not the turn: what is laid stays as it is. */
async function tell(action) {
  closeDialog("menu");
  const answer = await act(action);
  if (!answer.ok) shout(answer.message);
}

/* `resign` gives the match up; it is asked for once more before. */
export const menu = (resign) => ({
  preferences: opens("preferences"),
  rules: opens("rules"),
  watching: opens("watching"),
  offer: (button) => tell({ do: button.dataset.kind, offer: Number(button.dataset.number) }),
  wait: () => tell({ do: "wait_on" }),
  resign: (button) => {
    if (button.closest("#d-resign")) {
      closeDialog("resign");
      resign();
    } else opens("resign")();
  },
});
