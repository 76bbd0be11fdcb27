// The style of the documentation page. It has no quotes and angle brackets, which would be escaped and change its digest.
import { colours } from '../../oauth/pages/style.ts'

export const docsStyle = `
${colours}
* { box-sizing: border-box; }
html { background: var(--ground); color: var(--text); font: 1rem/1.55 system-ui, -apple-system, Roboto, sans-serif; scroll-padding-top: 1rem; }
body { margin: 0 auto; max-width: 104rem; padding: 1.5rem; display: grid; grid-template-columns: 19rem minmax(0, 1fr); gap: 2rem; }
h1 { font-size: 1.75rem; line-height: 1.2; letter-spacing: -.015em; margin: 0 0 .75rem; }
h2 { font-size: 1.3125rem; margin: 3rem 0 1rem; padding-top: 1rem; border-top: 1px solid var(--line); }
h2::first-letter { text-transform: uppercase; }
header { max-width: 52rem; }
header h2 { font-size: 1.125rem; margin: 2rem 0 .5rem; padding: 0; border: 0; }
h3 { font-size: 1.0625rem; margin: 0 0 .25rem; overflow-wrap: anywhere; }
pre { margin: 0 0 .75rem; padding: .75rem 1rem; background: var(--ground); border: 1px solid var(--line); border-radius: .5rem; white-space: pre-wrap; line-height: 1.4; }
pre code { font-size: .8125rem; }
h4, caption { font-size: .8125rem; font-weight: 600; text-align: left; margin: 1.25rem 0 .375rem; padding: 1rem 0 .25rem; color: var(--quiet); }
p, ul { margin: 0 0 .75rem; max-width: 70ch; }
a { color: var(--accent); }
code { font: .875em/1.4 ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
header, footer, main { grid-column: 2; min-width: 0; }
nav { grid-column: 1; grid-row: 1 / span 3; position: sticky; top: 1.5rem; align-self: start; max-height: calc(100vh - 3rem); overflow: auto; font-size: .875rem; }
nav h2 { font-size: .8125rem; color: var(--quiet); border: 0; margin: 1.25rem 0 .25rem; padding: 0; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav a { display: flex; justify-content: space-between; gap: .5rem; align-items: baseline; padding: .25rem .5rem; border-radius: .375rem; color: var(--text); text-decoration: none; overflow-wrap: anywhere; }
nav code { font-size: .75rem; color: var(--quiet); overflow-wrap: normal; }
nav a:hover { background: var(--tint); }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: 1rem; background: var(--card); padding: .5rem 1rem; z-index: 1; }
.operation { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1.25rem; margin: 0 0 1.25rem; }
.route { overflow-wrap: anywhere; }
.method { display: inline-block; color: var(--accent); font-weight: 600; margin-right: .5rem; }
.example h4 { margin-top: 0; padding-top: 0; }
summary { cursor: pointer; padding: .75rem 0 0; font-size: .875rem; color: var(--quiet); }
.quiet { color: var(--quiet); }
.table { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .875rem; }
th, td { text-align: left; vertical-align: top; padding: .375rem .75rem .375rem 0; border-bottom: 1px solid var(--line); overflow-wrap: break-word; }
thead th { color: var(--quiet); font-weight: 600; }
tbody th { font-weight: 400; min-width: 11rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
@media (min-width: 90rem) {
  .operation { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); gap: 2rem; }
}
@media (max-width: 60rem) {
  body { display: block; padding: 1rem; }
  nav { position: static; max-height: none; margin-bottom: 2rem; }
}
@media print { nav { display: none; } body { display: block; } .operation { break-inside: avoid; } }
`
