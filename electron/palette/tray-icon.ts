// The tray's glyph, 32 pixels square: grey with transparency, so that it is seen on light and dark bars and serves as a
// template image on macOS. In the code, because a packaged app has no loose files that an image could be read from.
export const trayIcon =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAYAAABzenr0AAAA9UlEQVR42u2Xuw0DIQyGGcEj3AiMwCj016dmk4zAKIzACDdCQkGBLBOejhPpir9BRv6wjTHqPB9KUuoGGNygk2ySy7J5jRUAsrOY9KooZhvYDWAajikQswvAEg6uJF+kwOc1bGdXAQzh2DZgMYiZBQAU9tCZW8i2ZTpgBsChk48UFqBIuBmAOJPLSu3EUQCNTk9tOooiPCo2ZRT0CEBJ7yvOLwRJQfjeKH7Kv2vUR6+d+ysA8RSIF6H4NfyJRiTeinc9RmEFYPU57obgGEjCCATHSAYjEFxDaTcE58jdBcE991MQ7tsfkxLiKfUzglpXvP+G4gBvWUELVDkoVF0AAAAASUVORK5CYII='
