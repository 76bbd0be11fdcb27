// The comments of an item, which neither the first frame nor a key of the search needs.
import { lazy } from 'react'

export const loadComments = async () => ({ default: (await import('./comments.tsx')).Comments })

export const Comments = lazy(loadComments)
