// Parts of the forms of tasks and records: how a write ends. A form whose thing was changed by somebody else meanwhile is shown again
// with what was typed, and says what is stored.
import { z } from 'zod'
import type { ErrorCode, ErrorDetail } from '../../shared/api/errors.ts'
import { done, refuse, type Refused } from '../base/operator-error.ts'
import { say } from '../language/say.ts'
import { html, type Html } from '../oauth/pages/html.ts'
import { textOf, type FieldFault, type FormOutcome, type Visit } from '../site/kit.ts'
import { hidden, idOf } from '../site/parts.ts'

type Thing = 'task' | 'record'

export const unconditional = { ifMatch: undefined, ifNoneMatch: undefined }

/** Values of any names: the forms have an input for each member or field. */
export const anyValues = z.record(z.string(), z.union([z.string(), z.array(z.string())]))

export const absent = (what: Thing): Refused => refuse('not_found', say(`home.absent.${what}`))

export const invalid = (faults: readonly FieldFault[]): FormOutcome => ({
  ...refuse('validation_error', faults[0]?.message ?? say('home.invalid')),
  faults,
})

type Outcome = { ok: true } | { ok: false; code: ErrorCode; details?: readonly ErrorDetail[] | undefined }

/** Carried out, or the refusal at its fields. @param to the page of the thing */
export const outcomeOf = (
  what: Thing,
  outcome: Outcome,
  to: string,
  faultsOf: (details: readonly ErrorDetail[]) => readonly FieldFault[],
): FormOutcome => {
  if (outcome.ok) return done({ to })
  if (outcome.code === 'precondition_failed') return changedMeanwhile(what)
  if (outcome.code === 'not_found') return absent(what)
  if (outcome.code === `${what}_archived`) return refuse('conflict', say(`home.archivedFirst.${what}`))
  return invalid(faultsOf(outcome.details ?? []))
}

const field = 'version'

export const changedMeanwhile = (what: Thing): FormOutcome => {
  const message = say(`home.changedMeanwhile.${what}`)
  return { ...refuse('conflict', message), faults: [{ field, message }] }
}

const isConflict = ({ refused }: Pick<Visit, 'refused'>, form: string): boolean =>
  refused?.form === form && refused.faults.some((fault) => fault.field === field)

/** The version that the visitor has seen: after a conflict the stored one, after another refusal the one before. */
export const versionField = (visit: Visit, form: string, version: number): Html => {
  const { refused } = visit
  const isKept = refused?.form === form && !isConflict(visit, form)
  return hidden(field, isKept ? textOf(refused.values, field) : String(version))
}

/** `stored` is what the thing has now, where it can be said in a line. */
export type Difference = { label: string; stored: string | undefined }

const shortened = (text: string): string => (text.length > 200 ? `${text.slice(0, 199)}…` : text)

export const conflictPart = (visit: Visit, form: string, differences: readonly Difference[]): Html =>
  isConflict(visit, form)
    ? html`<div class="notice" id="${idOf(form, field)}" tabindex="-1">
        ${
          differences.length === 0
            ? html`<p>${say('home.conflict.none')}</p>`
            : html`<p>${say('home.conflict.differs')}</p>
                <ul>
                  ${differences.map(({ label, stored }) => html`<li>${stored === undefined ? label : say('home.conflict.stored', { label, text: shortened(stored) })}</li>`)}
                </ul>`
        }
      </div>`
    : html``
