const input = document.querySelector('input')
fixture.on('shown', () => {
  input.value = ''
  input.focus()
})
document.querySelector('output').textContent = 'ready'
