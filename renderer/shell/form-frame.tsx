// The frame of a form: its name, a draft to go on with, banners, the fields, and the buttons that save (APP-06).
import { type BaseSyntheticEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import type { AppError } from '../../shared/errors.ts'
import { say } from '../../shared/language.ts'
import { leave } from '../state/store.ts'
import { Button } from '../ui/button.tsx'
import { chords, isComposing, isMac, isPlain, isShortcut, isUndo, modHeld } from '../ui/keyboard.ts'
import { undo } from '../writes/undo.ts'
import { ErrorBanner } from './error-banner.tsx'
import css from './form.module.css'
import frame from './frame.module.css'
import { NoticeLine } from './frame.tsx'
import { useSummonFocus } from './window.ts'

/** The behaviour of a form. */
export interface FormControls {
  save: (then: 'leave' | 'another') => (event?: BaseSyntheticEvent) => Promise<void>
  /** The error of the last save, if it does not belong to a field. */
  failure: AppError | null
  /** Any field was typed in. After that, Mod+Z undoes text first. */
  typed: () => void
  hasTextToUndo: () => boolean
  isContinued: boolean
  startOver: () => void
  continueOlder: () => void
  cancel: () => void
}

/**
 * @param offersOlder whether an older draft is offered, to which ↑ in the first field leads, too
 * @param banners above the fields
 * @param waiting the pending changes that a banner names; when it goes, the form takes the focus of its button
 * @param beside panels over the form
 */
export function FormFrame({
  name,
  form,
  isNew,
  isSubmitting,
  offersOlder,
  banners,
  waiting,
  onActions,
  beside,
  children,
}: {
  name: string
  form: FormControls
  isNew: boolean
  isSubmitting: boolean
  offersOlder: boolean
  banners: ReactNode
  waiting: string | null
  onActions?: () => void
  beside?: ReactNode
  children: ReactNode
}) {
  // Not the form's `setFocus`, which runs in a timer and would lose an early Escape.
  const fields = useRef<HTMLFormElement>(null)
  useSummonFocus(fields, 'input, textarea')
  // When a button with the focus disappears, the form takes the focus, or keys would be lost.
  useLayoutEffect(() => {
    if (document.activeElement === document.body)
      fields.current?.querySelector<HTMLElement>('input, textarea')?.focus()
  }, [form.failure, waiting, form.isContinued, offersOlder])

  return (
    <main className={frame.frame}>
      {/* Escape leaves the form, Mod+Enter saves from any field. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form
        ref={fields}
        className={frame.frame}
        aria-label={name}
        noValidate
        onSubmit={(event) => void form.save('leave')(event)}
        onInput={form.typed}
        onKeyDown={(event) => {
          if (isComposing(event)) return
          if (event.key === 'Escape') leave()
          else if (event.key === 'Enter' && modHeld(event, isMac())) {
            event.preventDefault()
            void form.save('another')()
          } else if (isShortcut(event, chords.actions) && onActions !== undefined) {
            event.preventDefault()
            onActions()
          } else if (isUndo(event) && !form.hasTextToUndo()) {
            // The form has no typed text to undo, so Mod+Z undoes the last write.
            event.preventDefault()
            undo()
          } else if (isShortcut(event, chords.refresh) && form.failure !== null) {
            event.preventDefault()
            void form.save('leave')()
          }
        }}
      >
        <header className={frame.head}>
          <h1 className={frame.title}>{name}</h1>
          {form.isContinued ? (
            <span className={frame.aside}>
              {say('form.continued')}{' '}
              <Button look="ghost" onClick={form.startOver}>
                {say('form.startOver')}
              </Button>
            </span>
          ) : offersOlder ? (
            <span className={frame.aside}>
              <Button look="ghost" shortcut="Up" onClick={form.continueOlder}>
                {say('common.continueDraft')}
              </Button>
            </span>
          ) : null}
        </header>
        {banners}
        {form.failure === null ? null : (
          <ErrorBanner error={form.failure} onRetry={() => void form.save('leave')()} />
        )}
        <div className={[frame.body, css.fields].join(' ')}>{children}</div>
        <footer className={css.buttons}>
          <Button onClick={form.cancel}>{say('common.cancel')}</Button>
          <span className={css.gap}>
            <NoticeLine />
          </span>
          {isNew ? (
            <Button shortcut="Mod+Enter" onClick={() => void form.save('another')()}>
              {say('common.saveAndAdd')}
            </Button>
          ) : null}
          <Button type="submit" look="primary" shortcut="Enter" aria-disabled={isSubmitting}>
            {say('common.save')}
          </Button>
        </footer>
      </form>
      {beside}
    </main>
  )
}

/** ↑ in the first field continues the older draft. */
export const continuesOlder = (event: React.KeyboardEvent, isOffered: boolean): boolean =>
  event.key === 'ArrowUp' && isPlain(event) && isOffered && !isComposing(event)
