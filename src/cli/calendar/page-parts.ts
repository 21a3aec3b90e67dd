/** The style of a calendar page, beside that of all pages. On paper a month fits the width of a sheet. */
export const PAGE_STYLE = `
body{padding-bottom:6rem}
.key{display:flex;flex-wrap:wrap;gap:.35rem 1.1rem;align-items:center;margin:.5rem 0;padding:0;list-style:none;color:var(--soft)}
.key li{display:flex;align-items:center;gap:.4rem}
.key b{display:inline-block;min-width:2.2rem;padding:.1rem .4rem;border-radius:.25rem;color:var(--fg);font-weight:600;text-align:center}
th,td{padding:.2rem .35rem;border:1px solid var(--line);text-align:center;min-width:3.4rem;font-weight:400}
thead th{color:var(--soft);font-size:.8rem}thead th.weekend{font-weight:700;color:var(--fg)}
abbr{text-decoration:none}
th[scope=row],thead td{position:sticky;left:0;background:var(--bg);text-align:left;min-width:7rem;z-index:1}
th[scope=row]{max-width:14rem}
@media (min-width:800px){th[scope=row],thead td{min-width:12rem}}
@media (max-width:600px){th[scope=row]{max-width:8rem;font-size:.85rem}}
td b{display:block;font-weight:600;white-space:nowrap}td u{text-decoration:none;color:var(--soft);margin-left:.15rem}
td i{display:block;font-style:normal;font-size:.75rem;color:var(--fg);min-height:1em;white-space:nowrap}
.unknown{color:var(--soft)}
td.changed,.key .changed{box-shadow:inset 0 0 0 2px var(--mark)}
td:focus{outline:3px solid var(--focus);outline-offset:-3px}
#detail{z-index:2;position:fixed;left:0;right:0;bottom:0;padding:.75rem 1rem;background:var(--panel);border-top:1px solid var(--line);min-height:3.2rem}
@media print{@page{size:A4 landscape;margin:8mm}body{padding:0;font-size:9px}#detail,.keys{display:none}th,td{min-width:0;padding:1px 2px;font-size:6.5px}thead th{font-size:6px}td i{font-size:5.5px;white-space:normal}th[scope=row],thead td{position:static;min-width:22mm;max-width:26mm}td.changed{box-shadow:none}td,.key b{print-color-adjust:exact}}
`

/** Arrow keys move between nights, as in a grid; the night in focus is told in full below. */
export const PAGE_SCRIPT = `
(() => {
  const detail = document.getElementById('detail')
  const cells = [...document.querySelectorAll('td[data-detail]')]
  if (cells.length === 0) return
  cells[0].tabIndex = 0
  const choose = (cell) => {
    for (const one of cells) one.tabIndex = -1
    cell.tabIndex = 0
    cell.focus()
  }
  document.addEventListener('focusin', ({ target }) => {
    if (target.dataset && target.dataset.detail) detail.textContent = target.dataset.detail
  })
  document.addEventListener('click', ({ target }) => {
    const cell = target.closest('td[data-detail]')
    if (cell) choose(cell)
  })
  document.addEventListener('keydown', (event) => {
    const cell = event.target.closest && event.target.closest('td[data-detail]')
    if (!cell || event.ctrlKey || event.metaKey || event.altKey) return
    const row = [...cell.parentNode.querySelectorAll('td[data-detail]')]
    const at = row.indexOf(cell)
    const flat = cells.indexOf(cell)
    const beside = (step) => {
      const rows = [...document.querySelectorAll('tbody tr')]
      const next = rows[rows.indexOf(cell.parentNode) + step]
      if (!next) return undefined
      const own = next.querySelectorAll('td[data-detail]')
      return own[Math.min(at, own.length - 1)]
    }
    const target = { ArrowRight: cells[flat + 1], ArrowLeft: cells[flat - 1], ArrowDown: beside(1), ArrowUp: beside(-1), Home: row[0], End: row[row.length - 1] }[event.key]
    if (!target) return
    event.preventDefault()
    choose(target)
  })
})()
`
