// Try: the fields and the whole payload are two views of one value. Fields write into the payload, the payload into fields;
// Fire sends the payload. The server checks it against the event's schema and says what is odd before anything runs.

import { ask } from "./ask.js";
import { show } from "./outcome.js";
import { say } from "./say.js";

function read(field) {
  if (field.dataset.json !== undefined) return JSON.parse(field.value);
  return field.value === "" && field.dataset.null === "yes" ? null : field.value;
}

function write(field, value) {
  if (field.dataset.json === undefined) field.value = value ?? "";
  else field.value = field.matches("textarea") ? JSON.stringify(value, null, 2) : JSON.stringify(value);
}

function tell(form, text) {
  form.querySelector("#payload-wrong").textContent = text;
  form.querySelector("#payload").setAttribute("aria-invalid", text ? "true" : "false");
}

function payload(form) {
  const value = JSON.parse(form.querySelector("#payload").value);
  if (value === null || typeof value !== "object" || Array.isArray(value)) throw new Error("it is not an object");
  return value;
}

function fromField(form, field) {
  try {
    const whole = payload(form);
    whole[field.dataset.field] = read(field);
    form.querySelector("#payload").value = JSON.stringify(whole, null, 2);
    field.removeAttribute("aria-invalid");
    tell(form, "");
  } catch (error) {
    field.setAttribute("aria-invalid", "true");
    tell(form, `${field.dataset.field} is not JSON: ${error.message}`);
  }
}

function fromPayload(form) {
  try {
    const whole = payload(form);
    for (const field of form.querySelectorAll("[data-field]")) {
      if (field.dataset.field in whole) write(field, whole[field.dataset.field]);
      field.removeAttribute("aria-invalid");
    }
    tell(form, "");
  } catch (error) {
    tell(form, `The payload is not JSON: ${error.message}`);
  }
}

async function fire(form, anyway) {
  const button = form.querySelector("#anyway");
  let whole;
  try {
    whole = payload(form);
  } catch (error) {
    tell(form, `The payload is not JSON: ${error.message}`);
    form.querySelector("#payload").focus();
    return;
  }
  try {
    show(await ask("/api/fire", { event: form.dataset.event, input: whole, anyway }, { html: true }));
    button.hidden = true;
    tell(form, "");
  } catch (error) {
    tell(form, error.message);
    button.hidden = false;
    say("The event was not fired.", { bad: true });
  }
}

/** Whether somebody, or the browser on the way back, set the field before this was there to see it. */
function isChanged(field) {
  return field.matches("select") ? !field.selectedOptions[0]?.defaultSelected : field.value !== field.defaultValue;
}

export function start(form) {
  for (const field of form.querySelectorAll("[data-field]")) if (isChanged(field)) fromField(form, field);
  form.addEventListener("input", (input) => {
    const field = input.target.closest("[data-field]");
    if (field) fromField(form, field);
    else fromPayload(form);
  });
  form.addEventListener("submit", (submit) => {
    submit.preventDefault();
    fire(form, false);
  });
  form.addEventListener("reset", () => {
    tell(form, "");
    form.querySelector("#anyway").hidden = true;
  });
  form.querySelector("#anyway").addEventListener("click", () => fire(form, true));
  // Before this, a click would have sent the form as any other.
  form.querySelector("button.main").disabled = false;
}
