// What a button with data-act does: switch a hook, trust a folder, run an execution again, make a case of it.

import { ask } from "./ask.js";
import { say } from "./say.js";
import { show } from "./outcome.js";

function reload(text) {
  try {
    sessionStorage.setItem("hookline-said", text);
  } catch {
    // Storage is off: the new page shows it anyway.
  }
  location.reload();
}

const ACTS = {
  async switch(button) {
    const { title, off } = await ask(button.dataset.path);
    reload(off ? `Switched off: ${title}. It is skipped, with that reason, until you switch it on.` : `Switched on: ${title}.`);
  },
  async trust(button) {
    await ask("/api/trust", { root: button.dataset.root, fingerprint: button.dataset.fingerprint });
    reload("Trusted. These hooks run from now on, until a file changes.");
  },
  async again(button) {
    show(await ask(button.dataset.path, {}, { html: true }));
  },
  async case(button) {
    const made = await ask(button.dataset.path, { name: document.getElementById("case-name").value.trim() });
    button.closest("dialog").close();
    show(caseText(made));
  },
};

function caseText({ path, text, command }) {
  const piece = document.getElementById("case-made").content.cloneNode(true);
  piece.querySelector("[data-path]").textContent = path;
  piece.querySelector("pre").textContent = text;
  piece.querySelector("[data-command]").textContent = command;
  piece.querySelector("[data-copy]").dataset.copy = command;
  return piece;
}

export function start() {
  document.addEventListener("click", async (click) => {
    const opener = click.target.closest("[data-opens]");
    if (opener) document.getElementById(opener.dataset.opens).showModal();
    const button = click.target.closest("[data-act]");
    if (!button || button.disabled) return;
    button.disabled = true;
    try {
      await ACTS[button.dataset.act](button);
    } catch (error) {
      button.closest("dialog")?.close();
      say(error.message, { bad: true });
    } finally {
      button.disabled = false;
    }
  });
  try {
    const text = sessionStorage.getItem("hookline-said");
    sessionStorage.removeItem("hookline-said");
    if (text) say(text);
  } catch {
    // Storage is off.
  }
}
