// Settings. Each change is saved at once.
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type Language, languageNow, languages, say, sayParts } from '../../shared/language.ts'
import type { Account } from '../../shared/ipc/launcher.ts'
import type { SettingsChange, SettingsView as Settings } from '../../shared/ipc/settings.ts'
import { call, reasonOf } from '../state/bridge.ts'
import { hideLater, leave, askToSignOut, askToSwitch } from '../state/store.ts'
import { keys, useSession, useSettings } from '../state/queries.ts'
import { CalendarsSection } from './calendars-section.tsx'
import { LocalSection } from './local-section.tsx'
import { AssistantSection } from './assistant-section.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { dayAfter, ownDateHabits, startOfWeek, weekdayOf, weekdayWords } from '../../shared/dates/format.ts'
import { errorWords } from '../ui/error-words.ts'
import fieldCss from '../ui/field.module.css'
import { Footer } from '../shell/frame.tsx'
import frame from '../shell/frame.module.css'
import { isInDialog } from '../ui/keyboard.ts'
import { type Choice, Select } from '../ui/select.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useSummonFocus } from '../shell/window.ts'
import { HotkeyRecorder } from './hotkey-recorder.tsx'
import { KeysSection } from './keys-section.tsx'
import { NoticesSection, RemindersSection } from './reminders-section.tsx'
import css from './settings-view.module.css'

/** Weekdays in the local order, each with a date for its name. */
const weekdays = (): { day: number; date: Date }[] => {
  const start = startOfWeek(new Date(), ownDateHabits())
  return [0, 1, 2, 3, 4, 5, 6].map((count) => {
    const date = dayAfter(start, count)
    return { day: weekdayOf(date), date }
  })
}

const hotkeyNames = ['summon', 'capture', 'brief'] as const
const hotkeyLabels = {
  summon: 'settings.showPalette',
  capture: 'settings.capture',
  brief: 'settings.openBrief',
} as const

/** Each language in its own name. */
const languageNames: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' }

type Chosen<K extends 'language' | 'theme'> = Choice<Settings['settings'][K]>

const workspaceWords = ({ kind, workspaceName, workspaceAddress }: Account): string => {
  const workspace = workspaceName ?? say('settings.workspace')
  return kind === 'local'
    ? say('settings.workspaceHere', { workspace })
    : say('settings.workspaceAt', { workspace, address: workspaceAddress })
}

/** A new language renders the view anew. The focus returns to its list. */
let lastLanguage: Language | null = null
const firstFocus = (): string => {
  const isNew = lastLanguage !== null && lastLanguage !== languageNow()
  lastLanguage = languageNow()
  return isNew ? '[name="language"]' : 'section button'
}

/** @param at the section that it is opened at */
export function SettingsView({ at }: { at?: 'calendars' | undefined }) {
  const client = useQueryClient()
  const view = useSettings().data
  const session = useSession().data
  const [problem, setProblem] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const [first] = useState(() => (at === undefined ? firstFocus() : `#settings-${at}`))
  useSummonFocus(form, first, view !== undefined)

  const put = (next: Settings): void => void client.setQueryData(keys.settings, next)
  const tell = (error: unknown): void => {
    const reason = reasonOf(error)
    setProblem(reason.kind === 'invalidInput' ? reason.message : errorWords(reason).text)
  }
  const change = (part: SettingsChange): void => {
    setProblem(null)
    call('settings.set', part).then(put, tell)
  }
  const openDeveloperSettings = (): void => {
    setProblem(null)
    call('developerSettings.open').then(hideLater(), tell)
  }

  if (view === undefined)
    return <main className={frame.frame} aria-label={say('common.settings')} aria-busy="true" />
  const { settings, hotkeys, notice, platform, version } = view
  const likeSystem = { value: 'system', name: say('settings.likeSystem') } as const
  const languageChoices: Chosen<'language'>[] = [
    likeSystem,
    ...languages.map((lang) => ({ value: lang, name: languageNames[lang], lang })),
  ]
  const themeChoices: Chosen<'theme'>[] = [
    likeSystem,
    { value: 'light', name: say('settings.light') },
    { value: 'dark', name: say('settings.dark') },
  ]
  return (
    <main className={frame.frame}>
      {/* Handles keys of the whole form. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form
        ref={form}
        className={frame.frame}
        aria-label={say('common.settings')}
        onSubmit={(event) => event.preventDefault()}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !isInDialog(event)) leave()
        }}
      >
        <header className={frame.head}>
          <h1 className={frame.title}>{say('common.settings')}</h1>
          <span className={frame.aside}>{say('settings.version', { version })}</span>
        </header>
        {notice === null ? null : <Banner tone="warning">{notice}</Banner>}
        {problem === null ? null : <Banner>{problem}</Banner>}
        <div className={[frame.body, css.sections].join(' ')}>
          <section className={css.section} aria-labelledby="settings-hotkeys">
            <h2 id="settings-hotkeys">{say('settings.hotkeys')}</h2>
            <div className={css.fields}>
              {hotkeyNames.map((hotkey) => (
                <HotkeyRecorder
                  key={hotkey}
                  label={say(hotkeyLabels[hotkey])}
                  hotkey={hotkey}
                  state={hotkeys[hotkey]}
                  platform={platform}
                  onRecorded={put}
                />
              ))}
              {platform === 'linux' &&
              Object.values(hotkeys).some(({ state }) => state !== 'active' && state !== 'unset') ? (
                <p className={fieldCss.hint}>
                  {sayParts('settings.desktopKeys', {
                    toggle: <code key="toggle">svc-launcher --toggle</code>,
                    capture: <code key="capture">svc-launcher --capture</code>,
                  })}
                </p>
              ) : null}
            </div>
          </section>
          <KeysSection changed={settings.keys} onChange={(next) => change({ keys: next })} />
          <section className={css.section} aria-labelledby="settings-look">
            <h2 id="settings-look">{say('settings.general')}</h2>
            <div className={css.fields}>
              <Select
                label={say('settings.language')}
                name="language"
                choices={languageChoices}
                value={settings.language}
                onChange={(language) => change({ language })}
              />
              <Select
                label={say('settings.theme')}
                choices={themeChoices}
                value={settings.theme}
                onChange={(theme) => change({ theme })}
              />
              <Checkbox
                label={say('settings.compact')}
                checked={settings.compact}
                onChange={({ target }) => change({ compact: target.checked })}
              />
              <Checkbox
                label={say('settings.launchAtLogin')}
                checked={settings.launchAtLogin}
                onChange={({ target }) => change({ launchAtLogin: target.checked })}
              />
            </div>
          </section>
          <section className={css.section} aria-labelledby="settings-brief">
            <h2 id="settings-brief">{say('settings.brief')}</h2>
            <div className={css.fields}>
              <BriefTime value={settings.briefTime} onChange={(briefTime) => change({ briefTime })} />
              <fieldset>
                <legend className={fieldCss.label}>{say('settings.briefDays')}</legend>
                <div className={css.days}>
                  {weekdays().map(({ day, date }) => (
                    <label key={day} className={css.day}>
                      <input
                        type="checkbox"
                        aria-label={weekdayWords.long(date)}
                        checked={settings.briefDays.includes(day)}
                        onChange={({ target }) =>
                          change({
                            briefDays: target.checked
                              ? [...settings.briefDays, day].sort((a, b) => a - b)
                              : settings.briefDays.filter((other) => other !== day),
                          })
                        }
                      />
                      <span aria-hidden="true">{weekdayWords.short(date)}</span>
                    </label>
                  ))}
                </div>
              </fieldset>
            </div>
          </section>
          <RemindersSection
            value={settings.meetingReminder}
            onChange={(meetingReminder) => change({ meetingReminder })}
          />
          <NoticesSection
            quiet={settings.quietNotices}
            onChange={(quietNotices) => change({ quietNotices })}
          />
          {session?.kind === 'signedIn' ? <CalendarsSection /> : null}
          {session?.kind === 'signedIn' && session.account.kind === 'local' ? (
            <LocalSection account={session.account} />
          ) : null}
          {session?.kind === 'signedIn' ? (
            <AssistantSection account={session.account} database={view.localDatabase} />
          ) : null}
          {session?.kind === 'signedIn' ? (
            <section className={css.section} aria-labelledby="settings-account">
              <h2 id="settings-account">{say('settings.account')}</h2>
              <div className={css.fields}>
                <p className={css.account}>
                  <strong>{session.account.user.name}</strong> <span>{session.account.user.email}</span>
                </p>
                <p className={fieldCss.hint}>{workspaceWords(session.account)}</p>
                {session.remembered || session.vault === 'locked' ? null : (
                  <p className={fieldCss.hint}>{say('common.noKeyring')}</p>
                )}
                <div className={css.buttons}>
                  <Button onClick={openDeveloperSettings}>{say('command.developerSettings')}</Button>
                  <Button onClick={() => askToSwitch()}>{say('switch.button')}</Button>
                  <Button onClick={() => askToSignOut()}>{say('common.signOut')}</Button>
                </div>
              </div>
            </section>
          ) : null}
        </div>
        <Footer idle={say('settings.kept')} writes="quiet">
          <Button look="ghost" shortcut="Escape" onClick={leave}>
            {say('common.close')}
          </Button>
        </Footer>
      </form>
    </main>
  )
}

/** Saves only complete times. */
function BriefTime({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <TextField
      label={say('settings.briefTime')}
      type="time"
      value={typed ?? value}
      onBlur={() => setTyped(null)}
      onChange={({ target }) => {
        setTyped(target.value)
        if (/^\d\d:\d\d$/.test(target.value)) onChange(target.value)
      }}
    />
  )
}
