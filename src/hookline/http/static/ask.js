// Asks the server to do something. Every answer that is no success becomes an Error whose message says why.

const csrf = () => document.querySelector('meta[name="hookline-csrf"]').content;

async function reason(answer) {
  try {
    return (await answer.json()).error;
  } catch {
    return `The server answered ${answer.status}.`;
  }
}

/** POST a value as JSON. `html: true` asks for the answer as a piece of the page, made by the server. */
export async function ask(path, value = {}, { html = false } = {}) {
  let answer;
  try {
    answer = await fetch(path, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "X-Hookline-Csrf": csrf(),
        Accept: html ? "text/html" : "application/json",
      },
      body: JSON.stringify(value),
    });
  } catch {
    throw new Error("The server is not responding. Is `hookline ui` still running?");
  }
  if (!answer.ok) throw new Error(await reason(answer));
  return html ? answer.text() : answer.json();
}
