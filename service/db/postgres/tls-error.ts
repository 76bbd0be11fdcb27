// What goes wrong with TLS on the way to a PostgreSQL server, as sentences. Node's names of it:
// https://nodejs.org/api/tls.html#x509-certificate-error-codes, https://nodejs.org/api/errors.html
import { storeError, type StoreError } from '../store-error.ts'

const unknownIssuer = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_SIGNATURE_FAILURE',
])
const ofCertificates = /^(CERT_|CRL_|INVALID_|UNABLE_TO_|ERROR_IN_CERT_|PATH_LENGTH_|OUT_OF_MEM$)/

/** @returns undefined for what is not about TLS */
export function tlsError(error: Error, code: string, name: string): StoreError | undefined {
  const said = (message: string) => storeError('database_untrusted', message, error)
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID' || code === 'HOSTNAME_MISMATCH')
    return said(
      `The certificate of the server of ${name} is for another host. Name the host in the URL as the certificate does.`,
    )
  if (unknownIssuer.has(code))
    return said(
      `The certificate of the server of ${name} is of no authority that is trusted here. Name that authority's certificate in the URL (sslrootcert=/path/to/ca.crt).`,
    )
  if (ofCertificates.test(code))
    return said(
      `The certificate of the server of ${name} is not valid (${code}). Give the server one that is, or put this machine's clock right.`,
    )
  if (code.startsWith('ERR_OSSL_'))
    return said(
      `A certificate or key that the URL of ${name} names cannot be used (${code}). Give PEM files that belong together.`,
    )
  if (/^ERR_(TLS|SSL)_/.test(code))
    return said(
      `TLS with the server of ${name} failed (${code}). Check what the server asks for, and sslcert, sslkey and sslrootcert in the URL.`,
    )
  return undefined
}
