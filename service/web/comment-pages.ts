// Comments on the pages of tasks and records: to read, to write and to delete, without a script (NOT-03).
import { createHash, randomBytes } from 'node:crypto'
import { commentWrite, maxMentions } from '../../shared/api/comments.ts'
import { membersOfWorkspace } from '../access/members.store.ts'
import { foldEmail } from '../access/people.store.ts'
import { mayDelete } from '../comments/comment.view.ts'
import { addComment, deleteComment, type CommentAuthor } from '../comments/comment-write.ts'
import {
  listComments,
  peopleAmong,
  type CommentTarget,
  type StoredComment,
} from '../comments/comments.store.ts'
import type { Tx } from '../db/store.ts'
import { findStoredAnswer, storeAnswer } from '../http/idempotency.store.ts'
import { say } from '../language/say.ts'
import { html, type Html } from '../oauth/pages/html.ts'
import { instant, written, type RefusedComment, type Visit } from './page-parts.ts'

const shownAtOnce = 50
/** People to choose from. A form holds at most a hundred fields. */
const mostOffered = 60
const longestOthers = 2_000
/** As `commentWrite` has it. */
const longestComment = 10_000

export type Commented = {
  target: CommentTarget
  isArchived: boolean
  /** Whether a member sees the item, and so can be mentioned. */
  isSeenBy: (member: { id: string; role: Visit['viewer']['role'] }) => boolean
  /** The page to read: `created_at.id` of the last comment on the one before. */
  after: readonly [createdAt: number, id: string] | undefined
  refused?: RefusedComment | undefined
}

const hrefOf = ({ workspace }: Visit, { kind, id }: CommentTarget): string =>
  `/w/${workspace.slug}/${kind}s/${encodeURIComponent(id)}`

const deleteForm = (href: string, { id }: StoredComment, author: string): Html =>
  html`<form method="post" action="${href}">
    <details class="confirm">
      <summary>
        ${say('comment.delete')}<span class="hidden"> ${say('comment.delete.of', { author })}</span>
      </summary>
      <button type="submit" name="delete" value="${id}">${say('comment.delete.confirm')}</button>
    </details>
  </form>`

type Named = { id: string; name: string }

const mentionField = (members: readonly Named[], refused: RefusedComment | undefined): Html => {
  const { mentions: chosen = [], others = '' } = refused ?? {}
  const offered = members.slice(0, mostOffered)
  const left = members.length - offered.length
  return html`${
    members.length > 0 &&
    html`<details ${(chosen.length > 0 || others !== '') && html` open`}>
      <summary>${say('comment.mention')}</summary>
      <fieldset class="field choices">
        <legend class="hidden">${say('comment.mention.whom')}</legend>
        ${offered.map(
          ({ id, name }) =>
            html`<label
              ><input type="checkbox" name="mention.${id}" ${chosen.includes(id) && html` checked`} />
              ${name}</label
            >`,
        )}
      </fieldset>
      ${
        left > 0 &&
        html`<div class="field">
          <label for="others">${say('comment.others')}</label>
          <input
            id="others"
            name="others"
            value="${others}"
            maxlength="2000"
            autocapitalize="none"
            spellcheck="false"
            aria-describedby="others-hint"
          />
          <p class="hint" id="others-hint">${say('comment.others.hint', { count: left })}</p>
        </div>`
      }
    </details>`
  }`
}

const writeForm = (href: string, members: readonly Named[], refused: RefusedComment | undefined): Html =>
  html`<form method="post" action="${href}">
    <input type="hidden" name="form" value="${randomBytes(12).toString('base64url')}" />
    ${refused && html`<p class="notice" role="alert">${refused.message}</p>`}
    <div class="field">
      <label for="comment">${say('comment.write')}</label>
      <textarea id="comment" name="content" rows="3" required maxlength="10000">
${refused?.content ?? ''}</textarea>
    </div>
    ${mentionField(members, refused)}
    <div class="actions"><button class="primary" type="submit">${say('comment.send')}</button></div>
  </form>`

/** The comments on an item, and a form for another one. */
export async function commentsPart(
  visit: Visit,
  { target, isArchived, isSeenBy, after, refused }: Commented,
): Promise<Html> {
  const { tx, workspace, viewer } = visit
  const href = hrefOf(visit, target)
  const found = await listComments(tx, workspace.id, target, { after, limit: shownAtOnce + 1 })
  const shown = found.slice(0, shownAtOnce)
  const last = found.length > shownAtOnce ? shown.at(-1) : undefined
  const people = await peopleAmong(
    tx,
    shown.flatMap(({ createdBy, mentions }) => [createdBy, ...mentions]),
  )
  const nameOf = (id: string) => people.get(id)?.name ?? say('thing.someone')
  const members = isArchived
    ? []
    : (await membersOfWorkspace(tx, workspace.id)).filter(
        (each) => each.id !== viewer.personId && isSeenBy(each),
      )
  return html`<h2 id="comments">${say('comment.heading')}</h2>
    ${shown.length === 0 && html`<p class="quiet">${say(after ? 'comment.noOlder' : 'comment.none')}</p>`}
    ${shown.map(
      (comment) =>
        html`<article class="comment">
          <p>
            <strong>${nameOf(comment.createdBy)}</strong> ${instant(visit, comment.createdAt)}
            ${comment.updatedAt > comment.createdAt && html`<span class="quiet">${say('comment.changed')}</span>`}
          </p>
          ${written(comment.content)}
          ${comment.mentions.length > 0 && html`<p class="quiet">${say('comment.to', { names: comment.mentions.map(nameOf).join(', ') })}</p>`}
          ${mayDelete(viewer, comment) && deleteForm(href, comment, nameOf(comment.createdBy))}
        </article>`,
    )}
    ${last && html`<p><a href="${href}?after=${last.createdAt}.${last.id}#comments" rel="next">${say('comment.older')}</a></p>`}
    ${isArchived ? html`<p class="quiet">${say('comment.archived')}</p>` : writeForm(href, members, refused)}`
}

const isOf = (address: string) => {
  const email = foldEmail(address)
  return (member: { email: string }): boolean => member.email === email
}

/** Carried out, or why not. */
type Posted = { is: 'done' } | { is: 'absent' } | ({ is: 'refused' } & RefusedComment)

const checked = (form: ReadonlyMap<string, string>): string[] =>
  [...form.keys()].flatMap((name) => (name.startsWith('mention.') ? [name.slice('mention.'.length)] : []))

/** Carries out a form of `commentsPart`. One that is sent again changes nothing more. */
export async function postComment(
  tx: Tx,
  author: CommentAuthor,
  target: CommentTarget,
  form: ReadonlyMap<string, string>,
): Promise<Posted> {
  const deleted = form.get('delete')
  if (deleted !== undefined) {
    const outcome = await deleteComment(tx, author, deleted)
    return { is: outcome.ok || outcome.code === 'not_found' ? 'done' : 'absent' }
  }
  // Browsers send line feeds as CRLF.
  const content = (form.get('content') ?? '').replaceAll('\r\n', '\n')
  const others = (form.get('others') ?? '').slice(0, longestOthers)
  const addresses = others.split(/[\s,;]+/).filter((part) => part !== '')
  const refused = (message: string): Posted => ({
    is: 'refused',
    message,
    content,
    mentions: checked(form),
    others,
  })
  const members = addresses.length === 0 ? [] : await membersOfWorkspace(tx, author.workspaceId)
  const found = addresses.map((each) => ({ each, id: members.find(isOf(each))?.id }))
  const unknown = found.find(({ id }) => id === undefined)
  if (unknown) return refused(say('comment.unknownAddress', { address: unknown.each }))
  const mentions = [...new Set([...checked(form), ...found.flatMap(({ id }) => id ?? [])])]
  if (mentions.length > maxMentions) return refused(say('comment.tooManyMentions', { most: maxMentions }))
  const parsed = commentWrite.safeParse({ content, mentions })
  if (!parsed.success)
    return refused(
      content.length > longestComment
        ? say('comment.tooLong', { most: longestComment })
        : say('comment.empty'),
    )
  const id = createHash('sha256')
    .update(JSON.stringify(['comment', author.personId, target, form.get('form') ?? '', content]))
    .digest('base64url')
  if (await findStoredAnswer(tx, author.workspaceId, id, author.at)) return { is: 'done' }
  const outcome = await addComment(tx, author, target, parsed.data)
  if (!outcome.ok)
    return outcome.code === 'not_found' ? { is: 'absent' } : refused(say(`comment.refused.${outcome.code}`))
  const answer = { fingerprint: '', status: 303, headers: {}, body: '' }
  await storeAnswer(tx, author.workspaceId, { id, at: author.at, ...answer })
  return { is: 'done' }
}
