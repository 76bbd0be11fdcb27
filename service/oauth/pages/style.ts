// The look of sign-in, consent and the pages behind `webUrl`: one sheet and one icon, served by us, so that the content
// security policy needs no inline style. Colours keep 4.5:1 in both schemes.
import { html } from './html.ts'

/** The colours of every page that the service shows. */
export const colours = `
:root {
  color-scheme: light dark;
  --ground: #f5f5f8; --card: #ffffff; --line: #d9d9e3; --field: #ffffff; --field-line: #8b8b9c;
  --text: #1a1a21; --quiet: #5b5b6b; --accent: #4a46d6; --accent-strong: #3b37bd; --on-accent: #ffffff;
  --tint: #eeeefc; --bad: #a8201a; --bad-ground: #fdf0ef; --bad-line: #efc4c1; --shadow: 0 12px 40px #2020501a, 0 1px 2px #20205014;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #121217; --card: #1b1b22; --line: #33333f; --field: #141419; --field-line: #70707f;
    --text: #ededf3; --quiet: #a5a5b5; --accent: #a3a1ff; --accent-strong: #bcbaff; --on-accent: #14133a;
    --tint: #26263a; --bad: #ffa59e; --bad-ground: #331b1b; --bad-line: #5d2f2d; --shadow: 0 12px 40px #00000066;
  }
}
`.trim()

/** Content type: text/css. */
export const styleSheet = `
${colours}
* { box-sizing: border-box; }
html { background: var(--ground); color: var(--text); font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; align-items: center; justify-content: center; padding: 2rem 1rem; gap: 1.25rem; }
main { width: 100%; max-width: 26rem; background: var(--card); border: 1px solid var(--line); border-radius: 1rem; box-shadow: var(--shadow); padding: 2rem; }
main.wide { max-width: 42rem; }
main.full { max-width: 64rem; }
main.full h2 { font-size: 1.0625rem; color: var(--text); margin-top: 2rem; }
main.full .field { max-width: 36rem; }
main.full .actions { margin: 1rem 0 0; }
main.full .actions button { flex: 0 1 auto; }
h1 + .notice, h1 + .done, h1 + .ways { margin-top: .75rem; }
form + p { margin-top: 1rem; }
nav { width: 100%; max-width: 64rem; }
nav p { margin: 0 0 .5rem; font-weight: 600; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem; list-style: none; margin: 0; padding: 0; }
nav a { display: block; padding: .375rem .75rem; border-radius: .625rem; text-decoration: none; }
nav a:hover { background: var(--tint); }
nav a[aria-current] { background: var(--accent); color: var(--on-accent); }
.skip { position: absolute; left: 1rem; top: -4rem; padding: .5rem 1rem; background: var(--card); border-radius: .625rem; }
.skip:focus { top: 1rem; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
table { width: 100%; border-collapse: collapse; font-size: .9375rem; }
caption { text-align: left; color: var(--quiet); font-size: .8125rem; padding-bottom: .25rem; }
th, td { text-align: left; vertical-align: top; padding: .625rem .75rem .625rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; font-weight: 400; }
thead th { font-size: .8125rem; color: var(--quiet); white-space: nowrap; }
tbody th { font-weight: 600; }
th .quiet { font-weight: 400; font-size: .8125rem; }
summary { cursor: pointer; color: var(--accent); border-radius: .25rem; width: fit-content; }
main.full .swatch { width: .875rem; height: .875rem; margin-right: .5rem; vertical-align: -.125rem; }
table + table, form + form table { margin-top: 1.5rem; }
th a[href*="sort="] { white-space: nowrap; color: inherit; }
.scroll { overflow-x: auto; }
.ways { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1.25rem; margin: 0 0 1rem; }
.button { display: inline-flex; align-items: center; min-height: 2.75rem; padding: .5rem 1.125rem; font-weight: 600; text-decoration: none; color: var(--text); border: 1px solid var(--field-line); border-radius: .625rem; }
.button:hover { background: var(--tint); }
div.ways { gap: .625rem; }
.filter, .row { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(11rem, 100%), 1fr)); gap: 0 1rem; align-items: end; margin-bottom: .5rem; }
.row { align-items: start; }
main.full .filter .field, main.full .row .field { max-width: none; }
main.full .filter .actions { margin: 0 0 1rem; }
.more { margin-bottom: 1rem; }
.more .filter { margin-top: .75rem; }
.place { margin-bottom: 1rem; }
button.small { min-height: 2rem; padding: .125rem .75rem; font-size: .875rem; white-space: nowrap; }
.late { color: var(--bad); font-weight: 600; }
.moves { display: flex; gap: .375rem; }
.moves button { min-height: 2rem; padding: .125rem .75rem; font-size: .875rem; }
.confirm { margin-top: .25rem; }
.confirm p { margin: .25rem 0; }
.choices { display: grid; grid-template-columns: repeat(auto-fill, minmax(12rem, 1fr)); }
.choices > :not(label) { grid-column: 1 / -1; }
.choices label, .check label { font-weight: 400; display: flex; align-items: center; gap: .5rem; margin-top: .25rem; }
input[type=checkbox], input[type=radio] { display: inline-block; width: 1.25rem; min-height: 1.25rem; margin: .125rem 0; flex: none; accent-color: var(--accent); }
.fault { color: var(--bad); font-size: .875rem; margin: .25rem 0 0; }
.hint { color: var(--quiet); font-size: .875rem; margin: .25rem 0 0; }
[aria-invalid] { border-color: var(--bad); }
.notice p { margin: 0; }
.notice ul { margin: .25rem 0 0; padding-left: 1.25rem; }
.notice a { color: inherit; }
.done { background: var(--tint); border-radius: .625rem; padding: .625rem .875rem; }
.secret { font-family: ui-monospace, monospace; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--ground); border: 1px solid var(--line); border-radius: .625rem; padding: .75rem; font-size: .875rem; }
.brand { display: flex; align-items: center; gap: .625rem; font-weight: 600; font-size: .9375rem; margin: 0 0 1.5rem; }
.brand svg { width: 2rem; height: 2rem; flex: none; }
h1 { font-size: 1.375rem; line-height: 1.3; letter-spacing: -.01em; margin: 0 0 .25rem; overflow-wrap: anywhere; }
h2 { font-size: .8125rem; font-weight: 600; color: var(--quiet); margin: 1.5rem 0 .5rem; }
p { margin: 0 0 1rem; overflow-wrap: anywhere; }
.quiet { color: var(--quiet); }
.lead { color: var(--quiet); margin-bottom: 1.5rem; }
a { color: var(--accent); }
label, legend { display: block; font-size: .875rem; font-weight: 600; padding: 0; }
fieldset { border: 0; margin: 0; padding: 0; min-width: 0; }
.field { margin: 0 0 1rem; }
input, select, textarea {
  display: block; width: 100%; min-height: 2.75rem; margin-top: .375rem; padding: .5rem .75rem; font: inherit;
  color: var(--text); background: var(--field); border: 1px solid var(--field-line); border-radius: .625rem;
}
textarea { resize: vertical; }
select {
  appearance: none; padding-right: 2.5rem;
  background-image: linear-gradient(45deg, transparent 50%, currentColor 50%), linear-gradient(-45deg, transparent 50%, currentColor 50%);
  background-repeat: no-repeat; background-size: .375rem .375rem; background-position: right 1.25rem center, right .875rem center;
}
button {
  min-height: 2.75rem; padding: .5rem 1.125rem; font: inherit; font-weight: 600; color: var(--text); cursor: pointer;
  background: var(--card); border: 1px solid var(--field-line); border-radius: .625rem;
}
button:hover { background: var(--tint); }
button.primary { color: var(--on-accent); background: var(--accent); border-color: var(--accent); }
button.primary:hover { background: var(--accent-strong); border-color: var(--accent-strong); }
button.link { min-height: 1.5rem; padding: 0 .125rem; border: 0; background: none; color: var(--accent); font-weight: 500; text-decoration: underline; text-underline-offset: .15em; }
button.link:hover { color: var(--accent-strong); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.actions { display: flex; flex-wrap: wrap; gap: .625rem; margin-top: 1.5rem; }
.actions button { flex: 1 1 8rem; }
main.wide .actions button { flex: 0 1 auto; }
.aside { margin: 1.25rem 0 0; font-size: .875rem; }
.notice { border: 1px solid var(--bad-line); background: var(--bad-ground); color: var(--bad); border-radius: .625rem; padding: .75rem .875rem; margin: 0 0 1.25rem; font-size: .9375rem; }
.who { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem .75rem; justify-content: space-between; background: var(--tint); border-radius: .625rem; padding: .625rem .875rem; margin: 0 0 1.25rem; font-size: .9375rem; overflow-wrap: anywhere; }
.who form { margin: 0; }
.who strong { font-weight: 600; }
.asks { list-style: none; margin: 0 0 1.25rem; padding: 0; }
.asks li { position: relative; padding: .1875rem 0 .1875rem 1.75rem; }
.asks li::before { content: ""; position: absolute; left: .125rem; top: .55rem; width: .75rem; height: .4rem; border: solid var(--accent); border-width: 0 0 2px 2px; transform: rotate(-45deg); }
.facts { display: grid; grid-template-columns: minmax(7rem, auto) 1fr; gap: .5rem 1.25rem; margin: 1.25rem 0 0; }
.facts dt { color: var(--quiet); font-size: .875rem; line-height: 1.5rem; }
.facts dd { margin: 0; overflow-wrap: anywhere; }
.tag { display: inline-block; font-size: .8125rem; font-weight: 600; color: var(--quiet); border: 1px solid var(--line); border-radius: 1rem; padding: 0 .625rem; margin-bottom: .5rem; }
.comment { border-top: 1px solid var(--line); padding: .75rem 0; }
.comment p { margin: 0 0 .25rem; font-size: .875rem; }
.prose { white-space: pre-wrap; overflow-wrap: anywhere; }
footer { color: var(--quiet); font-size: .8125rem; text-align: center; overflow-wrap: anywhere; }
footer form { margin: 0 0 .25rem; }
@media (max-width: 24rem) { main { padding: 1.5rem 1.25rem; } .facts { grid-template-columns: 1fr; gap: 0; } .facts dd { margin-bottom: .75rem; } }
@media (max-width: 48rem) {
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tbody tr, tbody th, tbody td, table, caption, tbody { display: block; }
  tbody tr { border-bottom: 1px solid var(--line); padding: .5rem 0; }
  tbody th, tbody td { border: 0; padding: .125rem 0; }
  tbody td:empty { display: none; }
  tbody td::before { content: attr(data-label) ": "; color: var(--quiet); }
}
@media (forced-colors: active) { select { appearance: auto; background-image: none; } button.primary { border-width: 2px; } .asks li::before { border-color: CanvasText; } }
`.trimStart()

/** A prompt in a rounded square. */
export const logo = html`<rect width="32" height="32" rx="8" fill="#4a46d6" /><path
    d="M9.5 10.5 15 16l-5.5 5.5M17 21.5h6"
    fill="none"
    stroke="#fff"
    stroke-width="2.6"
    stroke-linecap="round"
    stroke-linejoin="round"
  />`

/** Content type: image/svg+xml. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${logo.toString()}</svg>\n`
