// screen: one display with the pointer in its middle, of 1920 by 1080 unless a visible window says otherwise. Tests
// replace members for other arrangements.
import { type Emulates, StrictEmitter } from './strict.ts'

let size = { width: 1920, height: 1080 }

/** The size of the display that windows are really seen on. */
export const fitScreen = (width: number, height: number): void => {
  size = { width, height }
}

const displayNow = () => {
  const bounds = { x: 0, y: 0, ...size }
  return {
    id: 1,
    label: 'stand-in',
    bounds,
    size,
    workArea: bounds,
    workAreaSize: size,
    scaleFactor: 1,
    rotation: 0,
    internal: false,
  } satisfies Partial<Electron.Display>
}

class Screen extends StrictEmitter implements Emulates<Electron.Screen> {
  getPrimaryDisplay(): Electron.Display {
    return displayNow() as unknown as Electron.Display
  }
  getAllDisplays(): Electron.Display[] {
    return [this.getPrimaryDisplay()]
  }
  getDisplayNearestPoint({ x, y }: Electron.Point): Electron.Display {
    const distance = ({ bounds: area }: Electron.Display): number =>
      Math.hypot(
        Math.max(area.x - x, 0, x - area.x - area.width + 1),
        Math.max(area.y - y, 0, y - area.y - area.height + 1),
      )
    const [nearest = this.getPrimaryDisplay()] = this.getAllDisplays().toSorted(
      (a, b) => distance(a) - distance(b),
    )
    return nearest
  }
  getDisplayMatching({ x, y, width, height }: Electron.Rectangle): Electron.Display {
    return this.getDisplayNearestPoint({ x: x + width / 2, y: y + height / 2 })
  }
  getCursorScreenPoint(): Electron.Point {
    return { x: size.width / 2, y: size.height / 2 }
  }
}

export const screen = new Screen()
