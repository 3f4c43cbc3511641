/* Sorts tables by the heading that is pressed, and opens what is folded before it is printed.
   Written without the characters that XML reserves, so that the report is well-formed XML. */
(function () {
  "use strict";

  function value(row, column) {
    var cell = row.cells[column];
    var text = cell.hasAttribute("data-v") ? cell.getAttribute("data-v") : cell.textContent;
    text = text.trim();
    return text === "\u2013" ? "" : text;
  }

  function number(text) {
    return Number(text.replace(/,/g, "").replace("\u2212", "-").replace(/ (%|pts)$/, ""));
  }

  /* What is absent comes before everything else. */
  function compare(a, b) {
    if (a === b) { return 0; }
    if (a === "") { return -1; }
    if (b === "") { return 1; }
    var difference = number(a) - number(b);
    return isNaN(difference) ? a.localeCompare(b, "en", {numeric: true}) : difference;
  }

  function sort(table, heading, column) {
    var direction = heading.getAttribute("aria-sort") === "descending" ? "ascending" : "descending";
    table.querySelectorAll("thead th[aria-sort]").forEach(function (other) {
      other.setAttribute("aria-sort", "none");
    });
    heading.setAttribute("aria-sort", direction);
    var sign = direction === "ascending" ? 1 : -1;
    var body = table.tBodies[0];
    Array.from(body.rows)
      .map(function (row) { return {row: row, value: value(row, column)}; })
      .sort(function (a, b) { return sign * compare(a.value, b.value); })
      .forEach(function (entry) { body.appendChild(entry.row); });
  }

  document.querySelectorAll("table.sortable").forEach(function (table) {
    Array.from(table.tHead.rows[table.tHead.rows.length - 1].cells).forEach(function (heading, column) {
      if (heading.classList.contains("plain")) { return; }
      var button = document.createElement("button");
      button.type = "button";
      while (heading.firstChild) { button.appendChild(heading.firstChild); }
      heading.appendChild(button);
      heading.setAttribute("aria-sort", "none");
      button.addEventListener("click", function () { sort(table, heading, column); });
    });
  });

  var folded = [];
  window.addEventListener("beforeprint", function () {
    folded = Array.from(document.querySelectorAll("details:not([open])"));
    folded.forEach(function (details) { details.open = true; });
  });
  window.addEventListener("afterprint", function () {
    folded.forEach(function (details) { details.open = false; });
  });
}());
