// What launcher tokens are for. A name, not an address: an embedded service changes its port with every start, and its
// tokens outlive that.
export const launcherAudience = 'urn:svc:launcher'
