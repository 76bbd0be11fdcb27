// A request as the services in memory take it.
export type Asked = { method: string; path: string; headers: Headers; body: unknown }

export const askedBy = (input: string, init: RequestInit): Asked => ({
  method: init.method ?? 'GET',
  path: new URL(input).pathname,
  headers: new Headers(init.headers),
  body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined,
})
