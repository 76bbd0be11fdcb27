// Two ways to say "the service has not answered yet": a thin line over rows, grey rows where there are none.
import css from './progress.module.css'

export function ProgressLine({ active }: { active: boolean }) {
  return (
    <div className={css.line} data-active={active} aria-hidden="true">
      <div className={css.runner} />
    </div>
  )
}

const widths = ['52%', '38%', '46%'] as const

export function SkeletonRows() {
  return (
    <div className={css.skeleton} aria-hidden="true">
      {widths.map((width) => (
        <div key={width} className={css.row}>
          <span className={css.tile} />
          <span className={css.bar} style={{ width }} />
        </div>
      ))}
    </div>
  )
}
