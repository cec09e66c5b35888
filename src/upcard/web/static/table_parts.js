// Shared by the scripts of a table's page: its elements and the person's settings. None of them knows a rule of the
// game: the buttons that the server sends say what is allowed, and why not.
"use strict";
const tablePage = (() => {
  const table = document.getElementById("table");
  const live = document.getElementById("live");
  const name = table.dataset.table;
  const byId = (id) => document.getElementById(id);
  const csrf = () => document.querySelector("meta[name=csrf]").content;
  const money = (cents) => `${cents < 0 ? "\u2212" : ""}$${(Math.abs(cents) / 100).toLocaleString("en-US", { minimumFractionDigits: 2 })}`;
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));

// The person's settings, kept in this browser.
  const kept = {
    get: (key, otherwise) => { try { return JSON.parse(localStorage.getItem(`upcard.${key}`)) ?? otherwise; } catch { return otherwise; } },
    set: (key, value) => { try { localStorage.setItem(`upcard.${key}`, JSON.stringify(value)); } catch { /* private windows have no storage */ } },
  };
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const motion = byId("motion"), speed = byId("speed"), fourColors = byId("four-colors");
  motion.checked = kept.get("motion", !still.matches);
  speed.value = kept.get("speed", "1");
  fourColors.checked = kept.get("four-colors", false);
  document.documentElement.classList.toggle("four-colors", fourColors.checked);
  motion.addEventListener("change", () => kept.set("motion", motion.checked));
  speed.addEventListener("change", () => kept.set("speed", speed.value));
  fourColors.addEventListener("change", () => {
    kept.set("four-colors", fourColors.checked);
    document.documentElement.classList.toggle("four-colors", fourColors.checked);
  });
  const moves = () => motion.checked && !still.matches && !document.hidden;
  const cardTime = () => 0.8 * Number(table.dataset.cardTime) * Number(speed.value);
  const dollarsOf = (cents) => (cents / 100).toFixed(2);

// The center of a wager's area on the felt; if it has none, of the first area of its seat.
  function middleOf({ seat, wager, spot, choice = "" }) {
    const all = [...table.querySelectorAll(`.tp-felt [data-area][data-seat="${seat}"]`)], matrix = byId("effects").getScreenCTM();
    const area = all.find(({ dataset }) => dataset.name === wager && (dataset.choice ?? "") === choice && Number(dataset.spot ?? 1) === Number(spot) + 1) ?? all[0];
    if (!area || !matrix) return null;
    const box = area.getBoundingClientRect();
    return new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(matrix.inverse());
  }

  return { table, live, name, byId, csrf, money, wait, kept, speed, moves, cardTime, dollarsOf, middleOf };
})();
