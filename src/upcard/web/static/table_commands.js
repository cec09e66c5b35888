// Commands to a table: sent one after the other, each until it is answered; a refusal is shown with its paragraph.
"use strict";
(() => {
  const { name, byId, csrf, wait } = tablePage;
  const newKey = () => [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const TRIES = 6;

  function refuse(refusals) {
    const place = byId("refused");
    place.replaceChildren();
    refusals.forEach(({ message, cite }, at) => {
      place.append(`${at ? "; " : ""}${message} `);
      if (cite) {
        const source = document.createElement("cite");
        source.textContent = cite;
        place.append(source);
      }
    });
  }

// The same key gets the same answer: a command is carried out once, however often it is resent.
  async function send(body) {
    const key = newKey();
    for (let tried = 0; tried < TRIES; tried += 1) {
      try {
        const answer = await fetch(`/api/v1/tables/${encodeURIComponent(name)}/commands`, {
          method: "POST",
          headers: { "Content-Type": "application/json", "X-CSRF-Token": csrf(), "Idempotency-Key": key },
          body: JSON.stringify(body),
        });
        if (answer.ok) { refuse([]); return true; }
        if (answer.status === 401) { location.reload(); return false; }
        if (answer.status !== 503) {
          const problem = await answer.json();
          refuse(problem.refusals ?? [{ message: problem.detail }]);
          return false;
        }
      } catch { /* connection lost: retry with the same key */ }
      await wait(400 * 2 ** tried);
    }
    refuse([{ message: "the server is not responding: your last action may not have been carried out; the table will show it when the connection is back" }]);
    return false;
  }

  let sending = Promise.resolve();
  let reloading = 0;
  const ask = (body) => {
    clearTimeout(reloading);
    sending = sending.then(() => send(body)).then((isDone) => {
// Without a live stream, reload the page to show the result.
      if (isDone && document.documentElement.dataset.stream === "none") reloading = setTimeout(() => location.reload(), 600);
      return isDone;
    });
    return sending;
  };

  // Show why a button is disabled.
  function showWhyNot(element) {
    const why = byId(element.getAttribute("aria-describedby"));
    if (why) byId("refused").textContent = why.textContent;
  }

  Object.assign(tablePage, { ask, showWhyNot });
})();
