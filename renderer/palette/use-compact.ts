// Compact mode: the palette starts as its search field alone, and grows once something is typed or a row is asked for.
import { useCallback, useState } from 'react'
import { useSession, useSettings } from '../state/queries.ts'
import { useWindowSize } from '../shell/window.ts'

/**
 * @param isBare whether nothing is typed and nothing else needs room
 * @returns whether the rows are hidden, and a function that shows them until the window hides
 */
export function useCompact(isBare: boolean): { isCollapsed: boolean; expand: () => void } {
  const isCompact = useSettings().data?.settings.compact ?? false
  const session = useSession().data
  const [isExpanded, setExpanded] = useState(false)
  // Otherwise a banner stands above the field (sign-in/banners.tsx).
  const hasNoBanner = session?.kind === 'signedIn' && session.vault !== 'locked'
  const isCollapsed = isCompact && isBare && !isExpanded && hasNoBanner
  useWindowSize(isCollapsed ? 'field' : 'full')
  return { isCollapsed, expand: useCallback(() => setExpanded(true), []) }
}
