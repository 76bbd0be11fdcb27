import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { createQueryClient } from './state/queries.ts'
import { ignoreHeldKeys, ignoreRestingPointer, keepFocus } from './ui/page-input.ts'
import './ui/base.css'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root.')
ignoreHeldKeys(window)
keepFocus(window)
ignoreRestingPointer(window)
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
)
