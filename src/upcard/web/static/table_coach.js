// The coach: advice for each decision, and the money lost to mistakes this session.
"use strict";
(() => {
  const { name, byId, money, kept } = tablePage;
  const coachOn = byId("coach-on");
  coachOn.checked = kept.get("coach", false);
  const coach = { version: "", costs: new Map() };
  const lost = () => { try { return Number(sessionStorage.getItem("upcard.lost") ?? 0); } catch { return 0; } };
  function showScore() {
    const score = byId("score");
    score.hidden = !coachOn.checked;
    score.textContent = `Lost to mistakes this session: ${money(Math.round(lost()))}`;
  }
  coach.refresh = async () => {
    const place = byId("coach"), version = byId("phase-words").dataset.version;
    showScore();
    if (!place || !coachOn.checked) { if (place) place.hidden = true; coach.version = ""; coach.costs.clear(); return; }
    place.hidden = false;
    if (coach.version === version && coach.text) { place.innerHTML = coach.text; return; }
    coach.version = version;
    coach.costs.clear();
    coach.text = "";
    place.textContent = "The coach is thinking…";
    try {
      const answer = await fetch(`/tables/${encodeURIComponent(name)}/coach`);
      if (!answer.ok || coach.version !== version) return;
      coach.text = await answer.text();
      const shown = byId("coach");
      if (!shown) return;
      shown.innerHTML = coach.text;
      for (const each of shown.querySelectorAll("[data-cost-of]")) coach.costs.set(each.dataset.costOf, Number(each.dataset.cents));
      const words = document.createElement("p");
      words.className = "caption";
      words.textContent = byId("score").textContent;
      shown.append(words);
    } catch { place.textContent = "The coach is not responding; play continues without it."; }
  };
  coach.played = (play) => {
    const cost = coach.costs.get(play) ?? 0;
    try { sessionStorage.setItem("upcard.lost", String(lost() + cost)); } catch { /* private windows have no storage */ }
    coach.costs.clear();
    showScore();
  };
  coachOn.addEventListener("change", () => { kept.set("coach", coachOn.checked); coach.refresh(); });

  tablePage.coach = coach;
})();
