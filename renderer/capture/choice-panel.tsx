// A small question about an ambiguous chip. Buttons, so that the arrow keys and Tab both do.
import { useRef } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { isMac, listStep } from '../ui/keyboard.ts'
import css from './capture.module.css'
import type { Candidate } from './resolve-capture.ts'

export function ChoicePanel({
  question,
  candidates,
  onChoose,
  onClose,
}: {
  question: string
  candidates: readonly Candidate[]
  onChoose: (candidate: Candidate) => void
  onClose: () => void
}) {
  const list = useRef<HTMLUListElement>(null)
  const move = (by: 1 | -1): void => {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = buttons.findIndex((button) => button === document.activeElement)
    buttons[Math.min(buttons.length - 1, Math.max(0, at + by))]?.focus()
  }
  return (
    <Dialog name={question} onClose={onClose}>
      <h2 className={css.question}>{question}</h2>
      <ul ref={list} className={css.candidates}>
        {candidates.map((candidate, index) => (
          <li key={candidate.id}>
            <button
              type="button"
              data-first-focus={index === 0 ? true : undefined}
              className={css.candidate}
              onClick={() => onChoose(candidate)}
              onKeyDown={(event) => {
                const step = listStep(event, isMac())
                if (step === 0) return
                event.preventDefault()
                move(step)
              }}
            >
              {candidate.name}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
