// The form of a new or an existing record: what it needs is loaded first, and the right to write is asked for (RCL-02).
import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { say } from '../../shared/language.ts'
import { editRecordTitle, newRecordTitle } from '../items/record-offers.ts'
import { AllowInBrowser } from '../shell/allow-in-browser.tsx'
import { ErrorBanner } from '../shell/error-banner.tsx'
import { Footer } from '../shell/frame.tsx'
import frame from '../shell/frame.module.css'
import { ProgressLine } from '../shell/progress.tsx'
import { useSummonFocus } from '../shell/window.ts'
import { reasonOf } from '../state/bridge.ts'
import { useFields, useObjects, useOutbox, useRecord, useScope } from '../state/queries.ts'
import { leave, type RecordStart } from '../state/store.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { isComposing } from '../ui/keyboard.ts'
import { restoreRecord } from '../writes/change-records.ts'
import { valueChangesOf } from '../writes/pending.ts'
import { RecordFields } from './fields.tsx'
import css from './record.module.css'

type About =
  | { kind: 'new'; start: RecordStart }
  | { kind: 'edit'; id: string; title: string; change?: string }

/** An unknown right counts as granted, so that no letter is lost while it is read. */
const isAllowed = ({ data }: ReturnType<typeof useScope>): boolean =>
  data === undefined || data.state === 'granted'

export function RecordForm({ about }: { about: About }) {
  return about.kind === 'new' ? <New start={about.start} /> : <Stored {...about} />
}

const useObject = (slug: string | undefined) => useObjects().data?.find((object) => object.slug === slug)

function New({ start }: { start: RecordStart }) {
  const { data: of, error, isFetching, refetch } = useFields(start.objectSlug)
  const object = useObject(start.objectSlug) ?? of?.object
  const access = useScope('records:write')
  /** Text typed before the form was there. */
  const [typed, setTyped] = useState('')
  const name = object === undefined ? say('record.newAny') : newRecordTitle(object)
  if (of?.canWrite === true && isAllowed(access)) {
    const begun = typed === '' ? start : { ...start, text: `${start.text ?? ''}${typed}` }
    return <RecordFields name={name} about={{ kind: 'new', start: begun, of }} />
  }
  return (
    <Waiting
      name={name}
      onKey={(key) => setTyped((text) => (key === 'Backspace' ? text.slice(0, -1) : text + key))}
      isBusy={isFetching}
      errors={[error, access.error]}
      onRetry={() => void Promise.all([refetch(), access.refetch()])}
      access={access}
    >
      {of?.canWrite === false ? (
        <Banner>{say('record.mayNot', { objects: of.object.pluralName })}</Banner>
      ) : null}
    </Waiting>
  )
}

function Stored({ id, title, change }: { id: string; title: string; change?: string }) {
  const stored = useRecord(id)
  const { data: record, dataUpdatedAt } = stored
  const fields = useFields(record?.objectSlug)
  const of = fields.data
  const access = useScope('records:write')
  const outbox = useOutbox().data
  const pending = useMemo(
    () => (outbox === undefined ? undefined : valueChangesOf(id, outbox, dataUpdatedAt, change)),
    [change, dataUpdatedAt, id, outbox],
  )
  const [openedAt] = useState(() => Date.now())
  const name = editRecordTitle(of?.object)
  const reason = stored.error === null ? null : reasonOf(stored.error)
  // The cached record is forbidden or gone. A form that is already in use stays.
  const isLost = (reason?.kind === 'forbidden' || reason?.kind === 'notFound') && dataUpdatedAt < openedAt
  const isOpen = of?.canWrite === true && isAllowed(access) && record?.archived === false
  if (isOpen && pending !== undefined && !isLost)
    return <RecordFields key={id} name={name} about={{ kind: 'edit', record, pending, of }} />
  return (
    <Waiting
      name={name}
      heading={title}
      isBusy={stored.isFetching || fields.isFetching}
      errors={reason?.kind === 'notFound' ? [] : [stored.error, fields.error, access.error]}
      onRetry={() => void Promise.all([stored.refetch(), fields.refetch(), access.refetch()])}
      access={access}
    >
      {reason?.kind === 'notFound' ? <Banner>{say('record.isGone')}</Banner> : null}
      {of?.canWrite === false ? (
        <Banner>{say('record.mayNot', { objects: of.object.pluralName })}</Banner>
      ) : null}
      {record?.archived === true ? (
        <Banner
          action={
            of?.canWrite === true ? (
              <Button
                onClick={() => {
                  restoreRecord({ id, title: record.title, objectSlug: record.objectSlug })
                  leave()
                }}
              >
                {say('record.restore')}
              </Button>
            ) : null
          }
        >
          {say('record.archived')}
        </Banner>
      ) : null}
    </Waiting>
  )
}

const isTyped = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  !ctrlKey && !metaKey && (key === 'Backspace' || /^.$/u.test(key))

/** The page before the form is there, or instead of it. */
function Waiting({
  name,
  heading = name,
  isBusy,
  errors,
  onRetry,
  access,
  onKey,
  children,
}: {
  name: string
  heading?: string
  isBusy: boolean
  errors: readonly (Error | null)[]
  onRetry: () => void
  access: ReturnType<typeof useScope>
  /** A key that would write, or delete, in a field. */
  onKey?: (key: string) => void
  children: ReactNode
}) {
  const page = useRef<HTMLElement>(null)
  useSummonFocus(page)
  const error = errors.find((one) => one !== null)
  const isAsked = access.data !== undefined && access.data.state !== 'granted'
  return (
    // Keys of the whole page. Each of them also has a control.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <main
      ref={page}
      tabIndex={-1}
      className={frame.frame}
      aria-label={name}
      aria-busy={isBusy}
      onKeyDown={(event) => {
        if (isComposing(event)) return
        if (event.key === 'Escape') leave()
        else if (onKey !== undefined && event.target === page.current && isTyped(event)) {
          // The form may be there before the letter is, and would get it twice.
          event.preventDefault()
          onKey(event.key)
        }
      }}
    >
      <header className={frame.head}>
        <h1 className={frame.title} dir="auto">
          {heading}
        </h1>
      </header>
      <ProgressLine active={isBusy} />
      {children}
      {error === undefined ? null : <ErrorBanner field={page} error={reasonOf(error)} onRetry={onRetry} />}
      <div className={frame.body}>
        {isAsked && access.data !== undefined ? (
          <div className={css.ask}>
            <AllowInBrowser scope="records:write" access={access.data} />
          </div>
        ) : null}
      </div>
      <Footer>
        <Button look="ghost" shortcut="Escape" onClick={leave}>
          {say('common.back')}
        </Button>
      </Footer>
    </main>
  )
}
