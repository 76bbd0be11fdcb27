/** Copies text. Falls back to a hidden field if the clipboard API is not available. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    const focused = document.activeElement
    const field = document.createElement('textarea')
    field.value = text
    field.className = 'visually-hidden'
    document.body.append(field)
    field.select()
    document.execCommand('copy')
    field.remove()
    if (focused instanceof HTMLElement) focused.focus()
  }
}
