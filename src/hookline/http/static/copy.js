// Buttons that copy: <button data-copy="text"> or <button data-copy-from="id">.

import { say } from "./say.js";

export function start() {
  document.addEventListener("click", async (click) => {
    const button = click.target.closest("[data-copy], [data-copy-from]");
    if (!button) return;
    const text = button.dataset.copy ?? document.getElementById(button.dataset.copyFrom).textContent;
    try {
      await navigator.clipboard.writeText(text);
      say("Copied.");
    } catch {
      say("The browser does not let the page copy. Select the text and copy it yourself.", { bad: true });
    }
  });
}
