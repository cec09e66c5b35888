// Commands to a table: sent one after the other, each until it is answered; a refusal is shown with its paragraph.
"use strict";
(() => {
  const { live, name, byId, csrf, wait } = tablePage;
  const TRIES = 6;
  const DOUBLE = 500; // milliseconds: a second press within them was not made on purpose
  const LONGEST = 3000; // milliseconds until what a command did must have been shown
  let answered = 0; // the version of the table after the last command that was carried out
  const shownVersion = () => Number(byId("phase-words").dataset.version);

// The same command for the same version of the table has the same key, whoever presses it again, on whichever page of
// this person. The key is 128 bits of the command's text.
  function keyOf(body) {
    const text = `${name} ${JSON.stringify(body)}`;
    return [1, 2, 3, 4].map((seed) => {
      let hash = Math.imul(seed, 0x9e3779b1);
      for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193 + 2 * seed) ^ (hash >>> 13);
      return (hash >>> 0).toString(16).padStart(8, "0");
    }).join("");
  }

  // Show why something was not done, where it can be seen.
  function refuse(refusals, place = byId("refused")) {
    place.replaceChildren();
    refusals.forEach(({ message, cite }, at) => {
      place.append(`${at ? "; " : ""}${message} `);
      if (cite) {
        const source = document.createElement("cite");
        source.textContent = cite;
        place.append(source);
      }
    });
    if (refusals.length) place.scrollIntoView({ block: "nearest" });
  }

// Send a command and return why it was refused: nothing, if it was done. The same key gets the same answer, so a command
// is carried out once, however often it is resent.
  async function send(body) {
    const key = keyOf(body);
    for (let tried = 0; tried < TRIES; tried += 1) {
      try {
        const answer = await fetch(`/api/v1/tables/${encodeURIComponent(name)}/commands`, {
          method: "POST",
          headers: { "Content-Type": "application/json", "X-CSRF-Token": csrf(), "Idempotency-Key": key },
          body: JSON.stringify(body),
        });
        if (answer.ok) {
          answered = Math.max(answered, (await answer.json()).id);
          return [];
        }
        if (answer.status === 401) { location.reload(); return []; }
        if (answer.status !== 503) {
          const problem = await answer.json();
          return problem.refusals ?? [{ message: problem.detail }];
        }
      } catch { /* connection lost: retry with the same key */ }
      await wait(400 * 2 ** tried);
    }
    return [{ message: "the server is not responding: your last action may not have been carried out; the table will show it when the connection is back" }];
  }

  // A press is meant for the version that the person sees; what a script sends after its own commands, for the newest.
  let sending = Promise.resolve();
  let reloading = 0;
  const tell = (body, version) => {
    clearTimeout(reloading);
    sending = sending.then(() => send({ ...body, version: version ?? Math.max(answered, shownVersion()) })).then((refusals) => {
// Without a live stream, reload the page to show the result.
      if (!refusals.length && document.documentElement.dataset.stream === "none") reloading = setTimeout(() => location.reload(), 600);
      return refusals;
    });
    return sending;
  };
  const ask = async (body, version, place) => {
    const refusals = await tell(body, version);
    refuse(refusals, place);
    return !refusals.length;
  };

// A button that was pressed is locked until what it did is in sight, and long enough to take a second press.
  const locked = new Set();
  const markOf = ({ id, dataset }) => id || dataset.command || (dataset.take ? `take ${dataset.take}` : `buy ${dataset.buy}`);
  const isOpen = (button) => button.getAttribute("aria-disabled") !== "true";
  function showLocked() {
    for (const button of live.querySelectorAll("button:not([data-area])")) {
      const isLocked = locked.has(markOf(button)), isMarked = button.classList.contains("is-pressed");
      if (isLocked && isOpen(button)) { button.classList.add("is-pressed"); button.setAttribute("aria-disabled", "true"); }
      if (isMarked && !isLocked) { button.classList.remove("is-pressed"); button.removeAttribute("aria-disabled"); }
    }
  }
  const shown = async () => {
    const since = performance.now();
    while (shownVersion() < answered && performance.now() - since < LONGEST) await wait(30);
  };
  async function press(button, work) {
    const mark = markOf(button);
    if (locked.has(mark)) return;
    locked.add(mark);
    showLocked();
    try {
      await Promise.all([work(shownVersion()).then(shown), wait(DOUBLE)]);
    } finally {
      locked.delete(mark);
      showLocked();
    }
  }

  // Show why a button is disabled.
  function showWhyNot(element) {
    const why = byId(element.getAttribute("aria-describedby"));
    if (why) refuse([{ message: why.textContent }]);
  }

  Object.assign(tablePage, { tell, ask, refuse, shown, press, markOf, showLocked, showWhyNot });
})();
