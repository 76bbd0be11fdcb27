/** Copies text. The hidden field is for where the page may not use the clipboard by itself. */
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
