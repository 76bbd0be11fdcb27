// Asks what an ambiguous chip means, or what a chip should become. The choices are buttons, so both the arrow keys and Tab
// work.
import { Check } from 'lucide-react'
import { useRef } from 'react'
import { Dialog } from './dialog.tsx'
import { isMac, listStep } from './keyboard.ts'
import css from './choice-panel.module.css'

interface Choice {
  id: string
  name: string
  /** Distinguishes choices of the same name. */
  detail?: string
}

export function ChoicePanel<One extends Choice>({
  question,
  candidates,
  current = null,
  onChoose,
  onClose,
}: {
  question: string
  candidates: readonly One[]
  /** The id of the current choice, which receives the focus. */
  current?: string | null
  onChoose: (candidate: One) => void
  onClose: () => void
}) {
  const list = useRef<HTMLUListElement>(null)
  const first = candidates.find(({ id }) => id === current) ?? candidates[0]
  const move = (by: 1 | -1): void => {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = buttons.findIndex((button) => button === document.activeElement)
    buttons[Math.min(buttons.length - 1, Math.max(0, at + by))]?.focus()
  }
  return (
    <Dialog name={question} onClose={onClose}>
      <h2 className={css.question}>{question}</h2>
      <ul ref={list} className={css.candidates}>
        {candidates.map((candidate) => (
          <li key={candidate.id}>
            <button
              type="button"
              data-first-focus={candidate === first ? true : undefined}
              aria-current={candidate.id === current ? true : undefined}
              className={css.candidate}
              onClick={() => onChoose(candidate)}
              onKeyDown={(event) => {
                const step = listStep(event, isMac())
                if (step === 0) return
                event.preventDefault()
                move(step)
              }}
            >
              <span className={css.candidateName} dir="auto">
                {candidate.name}
              </span>
              {candidate.detail === undefined ? null : (
                <span className={css.candidateDetail}>{candidate.detail}</span>
              )}
              {candidate.id === current ? <Check size={15} aria-hidden="true" /> : null}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
