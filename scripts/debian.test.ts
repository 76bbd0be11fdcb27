import { describe, expect, it } from 'vitest'
import { type Machine, type Need, provide } from './debian.ts'

type Case = {
  isRoot?: boolean
  hasApt?: boolean
  isUbuntu?: boolean
  /** Whether sudo works without a password. */
  sudo?: boolean
  /** What apt-get says when it fails; it succeeds without. */
  aptError?: string
}

const machineOf = ({ isRoot = false, hasApt = true, isUbuntu = false, sudo = false, aptError }: Case) => {
  const there = new Set(['xvfb'])
  const ran: string[] = []
  const told: string[] = []
  const machine: Machine = {
    isRoot,
    hasApt,
    isUbuntu,
    run: (...words) => {
      const line = words.join(' ')
      ran.push(line)
      if (line === 'sudo -n true') return { ok: sudo, said: '' }
      if (aptError !== undefined)
        return { ok: false, said: `W: Some index files failed\nE: ${aptError}\nE: later` }
      if (line.includes(' install ')) there.add('chromium')
      return { ok: true, said: '' }
    },
    tell: (line) => told.push(line),
  }
  const need = (name: string): Need => ({ name, packages: [name], isThere: () => there.has(name) })
  return { machine, ran, told, needs: [need('chromium'), need('xvfb')] }
}

const apt = 'env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=120'
const install = 'install -y --no-install-recommends chromium'

describe('provide', () => {
  it.each<[string, Case, string[]]>([
    ['as root', { isRoot: true }, [`${apt} update`, `${apt} ${install}`]],
    [
      'by sudo that needs no password',
      { sudo: true },
      ['sudo -n true', `sudo -n ${apt} update`, `sudo -n ${apt} ${install}`],
    ],
  ])('installs what is missing %s, and says so in one line', (_name, given, commands) => {
    const { machine, ran, told, needs } = machineOf(given)
    expect(provide(needs, machine)).toBeNull()
    expect(ran).toEqual(commands)
    expect(told).toEqual(['Installing chromium with apt-get…'])
  })

  it.each<[string, Case, number]>([
    ['sudo wants a password', {}, 1],
    ['apt-get is missing', { hasApt: false, isRoot: true }, 0],
    ['apt-get fails', { isRoot: true, aptError: 'Unable to locate package quick' }, 2],
  ])('goes on with the slower program where %s', (_name, given, commands) => {
    const { machine, ran } = machineOf(given)
    const need: Need = { name: 'quick', packages: ['quick'], isThere: () => false, hasOther: () => true }
    expect(provide([need], machine)).toBeNull()
    expect(ran).toHaveLength(commands)
  })

  it('does nothing where everything is there', () => {
    const { machine, ran, needs } = machineOf({ isRoot: true })
    expect(provide(needs.slice(1), machine)).toBeNull()
    expect(ran).toEqual([])
  })

  it.each<[string, Case, RegExp]>([
    [
      'sudo wants a password',
      {},
      /^Missing: chromium\. Type: sudo apt-get update && sudo apt-get install -y chromium$/,
    ],
    [
      'apt-get is missing',
      { hasApt: false, isRoot: true },
      /^Missing: chromium\. Install this with your system's/,
    ],
    [
      'apt-get fails',
      { isRoot: true, aptError: 'Unable to locate package chromium' },
      /^apt-get could not install chromium \(Unable to locate package chromium\)\. .* type: sudo .* chromium$/,
    ],
    [
      'Ubuntu has only the snap',
      { isRoot: true, isUbuntu: true, aptError: "Package 'chromium' has no installation candidate" },
      /as a snap only: link another build/,
    ],
  ])('says what to type where %s', (_name, given, sentence) => {
    const { machine, needs } = machineOf(given)
    expect(provide(needs, machine)).toMatch(sentence)
  })
})
