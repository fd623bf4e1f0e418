// Filters live in the address: a choice goes there at once, a text with Enter, and what is empty stays out of it.

function address(form) {
  const wanted = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (value !== "") wanted.append(name, value);
  const query = wanted.toString();
  return form.action.split("?")[0] + (query ? `?${query}` : "");
}

export function start(form) {
  form.addEventListener("submit", (submit) => {
    submit.preventDefault();
    location.assign(address(form));
  });
  form.addEventListener("change", (change) => {
    if (change.target.matches("select, input[type=checkbox]")) form.requestSubmit();
  });
}
