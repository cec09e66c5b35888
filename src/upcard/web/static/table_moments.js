// Animates what happens at a table: cards, chips, announcements; and shows the time left to act.
"use strict";
(() => {
  const { table, live, byId, wait, speed, moves, cardTime, middleOf } = tablePage;
  const log = document.getElementById("announcements"), said = document.getElementById("said");
  const MOST_LINES = 120, LONGEST = 9000; // milliseconds that playing may take: then it is shown at once
  const CARDS = new Set(["CardDealt", "HoleCardTurned"]);
  const timeOf = (item) => {
    if (CARDS.has(item.dataset.kind)) return cardTime();
    if (item.dataset.result !== undefined) return 0.9 * cardTime() + 120 * Number(speed.value);
    return item.querySelector("[data-words]").textContent ? 0.35 * cardTime() : 0;
  };

  function announce(item) {
    const words = item.querySelector("[data-words]");
    if (!words.textContent) return;
    const line = document.createElement("li");
    line.append(...[...words.childNodes].map((node) => node.cloneNode(true)));
    log.append(line);
    while (log.children.length > MOST_LINES) log.firstElementChild.remove();
    said.scrollTop = 0; // the newest line is on top
  }

  const keysIn = (part) => new Set([...(part?.querySelectorAll("[data-key]") ?? [])].map((each) => each.dataset.key));

  // Show what an event changed; what a card comes to is shown once it has landed, by the function that is returned.
  function show(item, animated) {
    const content = item.querySelector("template").content, landed = [];
    for (const fresh of content.querySelectorAll("svg > g[id]")) {
      const former = byId(fresh.id);
      if (!former) continue;
      const known = keysIn(former);
      const part = document.importNode(fresh, true);
      const gone = animated ? [...former.querySelectorAll(".tp-chips")].filter((each) => !keysIn(part).has(each.dataset.key)) : [];
      for (const each of gone) fly(each, item.dataset.sign);
      const come = animated ? [...part.querySelectorAll("[data-key]")].filter((each) => !known.has(each.dataset.key)) : [];
      if (come.some((each) => each.classList.contains("tp-card"))) landed.push(keepTotals(former, part));
      former.replaceWith(part);
      for (const each of come) arrive(each);
    }
    landed.push(() => {
      for (const fresh of content.querySelectorAll("div.tp-hands[id]")) byId(fresh.id)?.replaceWith(document.importNode(fresh, true));
    });
    return () => { for (const each of landed) each(); };
  }

  // Leave the totals as they were; the function that is returned puts the new ones there.
  function keepTotals(former, part) {
    const before = [...former.querySelectorAll(".tp-total")], after = [...part.querySelectorAll(".tp-total")];
    const swaps = after.map((total, at) => {
      const place = before.length === after.length ? before[at].cloneNode(true) : document.createComment("");
      total.replaceWith(place);
      return () => place.replaceWith(total);
    });
    return () => { for (const swap of swaps) swap(); };
  }

// How far an element is from an area of the felt, such as the shoe, in the element's own coordinates.
  function offset(element, area) {
    const from = table.querySelector(`.tp-felt [data-area="${area}"]`)?.getBoundingClientRect();
    const matrix = element.getScreenCTM();
    if (!from || !matrix) return null;
    const point = new DOMPoint(from.x + from.width / 2, from.y + from.height / 2).matrixTransform(matrix.inverse());
    const box = element.getBBox();
    return [point.x - box.x - box.width / 2, point.y - box.y - box.height / 2];
  }

  function arrive(element) {
    const moving = element.querySelector(".tp-move");
    const by = moving && offset(moving, element.classList.contains("tp-card") ? "shoe" : "cards");
    if (!by || !element.classList.contains("tp-card")) {
      moving?.animate([{ opacity: 0, transform: "translateY(-60px)" }, { opacity: 1, transform: "none" }], { duration: cardTime() * 0.7, easing: "ease-out" });
      return;
    }
    moving.animate(
      [{ transform: `translate(${by[0]}px, ${by[1]}px) rotate(40deg)`, opacity: 0.4 }, { transform: "none", opacity: 1 }],
      { duration: cardTime() * 0.95, easing: "cubic-bezier(.2,.8,.3,1)" },
    );
  }

  function fly(chips, sign) {
    const ghost = chips.cloneNode(true);
    ghost.removeAttribute("data-key");
    byId("effects").append(ghost);
    const moving = ghost.querySelector(".tp-move");
    const by = sign === "lost" ? offset(moving, "table inventory") : [0, 220];
    const end = by ? `translate(${by[0]}px, ${by[1]}px)` : "none";
    const played = moving.animate([{ transform: "none", opacity: 1 }, { transform: end, opacity: 0 }], { duration: Math.max(cardTime() * 1.6, 250), easing: "ease-in" });
    played.onfinish = played.oncancel = () => ghost.remove();
  }

  function showResult(item) {
    const at = middleOf(item.dataset);
    if (!at) return;
    const tag = document.createElementNS("http://www.w3.org/2000/svg", "text");
    tag.setAttribute("x", at.x);
    tag.setAttribute("y", at.y);
    tag.setAttribute("class", `tp-result ${item.dataset.sign}`);
    tag.textContent = `${item.dataset.outcome} ${item.dataset.result}`.trim();
    byId("effects").append(tag);
    const played = tag.animate([{ opacity: 0 }, { opacity: 1, offset: 0.15 }, { opacity: 1, offset: 0.7 }, { opacity: 0, transform: "translateY(-50px)" }], { duration: 1800 });
    played.onfinish = played.oncancel = () => tag.remove();
  }

// Hide felt print that a result covers: a partly covered word cannot be read.
  function hideCovered() {
    const results = [...table.querySelectorAll(".tp-tag-on-felt rect")].map((each) => each.getBoundingClientRect());
    for (const label of table.querySelectorAll(".tp-felt :is(.uf-seat, .uf-printed, .uf-spot-text)")) {
      const box = label.getBoundingClientRect();
      label.classList.toggle("is-covered", results.some((each) =>
        each.left < box.right && box.left < each.right && each.top < box.bottom && box.top < each.bottom));
    }
  }

  async function play(items) {
    const whole = items.reduce((sum, item) => sum + timeOf(item), 0);
    for (const item of items) {
      const animated = moves() && whole <= LONGEST;
      const land = show(item, animated);
      if (!animated) land();
      announce(item);
      if (animated && item.dataset.result !== undefined) showResult(item);
      if (animated) await wait(timeOf(item));
      if (animated) land();
    }
  }

  // While cards and chips move, nobody is asked anything.
  function showDealing(items) {
    const words = byId("phase-words");
    if (!words || !moves() || !items.some((item) => CARDS.has(item.dataset.kind) || item.dataset.result !== undefined)) return;
    words.textContent = "Dealing …";
    byId("clock")?.remove();
    byId("phase").classList.remove("is-own");
  }

  live.addEventListener("htmx:sse:before:message", (event) => {
    const { message } = event.detail;
    const box = document.createElement("template");
    box.innerHTML = message.data;
    const moments = box.content.querySelector("[data-moments]");
    if (!moments) return;
    const received = performance.now();
    const items = [...moments.children];
    moments.remove();
    message.data = box.innerHTML;
    table.classList.add("is-dealing");
    showDealing(items);
    event.detail.waitUntil(play(items).then(() => { clockFrom = received; table.classList.remove("is-dealing"); }));
  });

  // ---- The time left to act ----------------------------------------------------------------------------------------
  let clockFrom = performance.now();
  setInterval(() => {
    const clock = byId("clock");
    if (!clock) return;
    const whole = Number(clock.dataset.whole), left = Math.max(0, Number(clock.dataset.left) - (performance.now() - clockFrom));
    clock.querySelector("progress").value = Math.min(left, whole);
    byId("clock-words").textContent = `${Math.ceil(Math.min(left, whole) / 1000)} s`;
    clock.classList.toggle("is-short", left < 5000);
  }, 200);

  tablePage.hideCovered = hideCovered;
})();
