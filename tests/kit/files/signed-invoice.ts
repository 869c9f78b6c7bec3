/** Signed invoices (XAdES), with a key and a certificate made only for these tests. */
import { createHash } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import { exampleInvoice, type InvoiceFacts, invoiceXml } from './invoice-xml.ts';

const privateKey = `-----BEGIN PRIVATE KEY-----
MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC8XQHLxbkEz6BO
/F/Hpx/bdA6CfFI6ymDJNr9tVOVnUNIHD4y6BtwE7eZ1W10ktExshyPxNYUgdadg
yegRzjN2H1QoHzPyyLzX6hYzJyTitircWKy+BKH31I5cx40diKJo0aH0telXSlwG
R4qD7HT9kSrydzzqex6ZSgBtKZb32N52ixphIdg5NJpTEviCA87kuggUzxofI8pY
AZhuo7qkNd+Gm97S2gB3FMaH4ayhYAeun+3McZ+LazQWb6NZV2Kt6LN45E4tPEZ3
Ot6rE1YBei4/xpz9bmcLG2k1wGDM/riu+SzDj22kbCNt6y4Da8gAHxpKJFSp0Z7C
TQv+3b0BAgMBAAECggEABhlsYxbrUW2wMxKOvuopWMuyoxTHvF3cgbN3QiDtPznR
nTcqj0UE15eE/oCXfOZmMZ70Id3B6m3I3lRXYok25yCnUtfE0LwhikvLDXu7YOh1
bZZk/I+tl3bvZ69yATZxDNwZ5pDD5ibTIURshq5P0PykA38rLqwPLvdDmYVO3UZf
HyL+6DUHyMsAKkMGCKeAeC+3fJ++wirHaone8kSMeBa5hf2mWFUbGqOAo+0gR1NR
oYWEmnJxfhpHYlEwZcKbYQ7jhtVFxTTRW2Pua7+IR1cE37rMplorjL43bOxqx+xw
8cDJ8r1GAWGaiMshQMaXjKoFNQuRELsG4Rk0Bc4BuQKBgQDgsOE5XlpPPtUFwtic
TwgZAH6pcAz5LEjtY6iNSn7rHVsWxrCvxaA1KobPXwEtqxP5/2luG0GCn5ucN3k+
SFA85D+WCmKaJik1Op9oZs1fHrchzhV6aKDwN9Z2QeAOkt0DgWmwNyfF3Y6sJ92J
RvS1xhqrDDQVIxpU7QEm4j2/iQKBgQDWnEHIIsUfmHWxCA4NSH87TgzvWRPuvtO8
VHkxui7Dt95vVYOMi4Uq8n0Sv4gPzcwv19F/h84PX9uogb+8o0ApEfacqJIgilA8
cZsrB6U3dJJ/dBlJaDRztt+JNx5RQEWz40weUKJf4B/uI/gx+sauMLhYX7pm6FAK
8+mUMhv7uQKBgQCdPUswIYZjpJ3g3T1HDcul64G4Q3Dgwwv6DN78maB+GtoO81bc
exmlezBCWMLzWaCuN/5pDmvm5Jk6VlvjqSl1o2mYL4ZXR9NYq8C4iBC6uzz/TEAd
nLDbyserlGge6sn+VQdISSDtSCI6+d7/3YcM2ij5gJ3GGP2pZv6CXptFuQKBgBXA
DGKuM3A6UWM5v8LU4CAwjtsLGhwONwNVRFsn1Wl8jwyVjBmIYlyx6r8lrjJ71v/a
TZ8xMk8YlfiD/dyuZuhCq83Av96QZgVaNjGsOrBeHiLQr2djKj24APu1HFt7uhS7
KpG/9lTlMBdAifz2v4AT6/r46LlZPhN+GOQuF+vxAoGAF1+9XPhP36h1NAtRX/oH
UEc7QwrHQzTVNEmVNats6RbKzrRRerrjw4vLSPmhdPXQPiitM4nfY5j02zsLzkIp
gtmrMck03+gXAmiYekmQDc2ZA876eKPiNs/V9YyCMCMCN/4v1P7KwdVks2ye1kut
6+s7ZjPY4iQpMhnrlpmDJZM=
-----END PRIVATE KEY-----
`;

/** Self-signed, valid from 2025 to 2055. */
const certificate = `-----BEGIN CERTIFICATE-----
MIIDBDCCAewCAQEwDQYJKoZIhvcNAQELBQAwRzEYMBYGA1UEAwwPRmlybWEgZGUg
cHJ1ZWJhMR4wHAYDVQQKDBVTb2xvIHBhcmEgbGFzIHBydWViYXMxCzAJBgNVBAYT
AkNPMCAXDTI1MDEwMTAwMDAwMFoYDzIwNTUwMTAxMDAwMDAwWjBHMRgwFgYDVQQD
DA9GaXJtYSBkZSBwcnVlYmExHjAcBgNVBAoMFVNvbG8gcGFyYSBsYXMgcHJ1ZWJh
czELMAkGA1UEBhMCQ08wggEiMA0GCSqGSIb3DQEBAQUAA4IBDwAwggEKAoIBAQC8
XQHLxbkEz6BO/F/Hpx/bdA6CfFI6ymDJNr9tVOVnUNIHD4y6BtwE7eZ1W10ktExs
hyPxNYUgdadgyegRzjN2H1QoHzPyyLzX6hYzJyTitircWKy+BKH31I5cx40diKJo
0aH0telXSlwGR4qD7HT9kSrydzzqex6ZSgBtKZb32N52ixphIdg5NJpTEviCA87k
uggUzxofI8pYAZhuo7qkNd+Gm97S2gB3FMaH4ayhYAeun+3McZ+LazQWb6NZV2Kt
6LN45E4tPEZ3Ot6rE1YBei4/xpz9bmcLG2k1wGDM/riu+SzDj22kbCNt6y4Da8gA
HxpKJFSp0Z7CTQv+3b0BAgMBAAEwDQYJKoZIhvcNAQELBQADggEBALOePMW1UeID
CkuzRlm9WqfcINC/cG1YDBStJh6cd2Wt5sOflp4HcETNX0YVmq5E9mDF26mxUhlg
3KIMCvW0NmdEGovMxF7gBA65/a1o/tAwGeQuUg/5Wzsc7dTW+WCwFcS25nIqYKEg
srOl99fN2cWUY3fCHJlTANLjr6Cf1jRdlpQMe+6rkn0NWoHQ3lp2KM21t1n+SiT4
xpIhm6V8cqTIDz07oApcdgKIt+n2OPp2hB0+2ZRq1lVpqAARhq2OuUBMmtAEQ4QB
3MKcpOq32bkONx13/AQoNFGP/DmYi/L21m6aZkgXhzEPMEhCIhZVWt7oNxuMUv9e
7CiLtG/TTVw=
-----END CERTIFICATE-----
`;

const c14n = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const sha256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const xades = 'http://uri.etsi.org/01903/v1.3.2#';

const certificateBytes = Buffer.from(certificate.replace(/-----[^-]+-----|\s/g, ''), 'base64');

const signedProperties = `<xades:QualifyingProperties xmlns:xades="${xades}" Target="#firma"><xades:SignedProperties Id="firma-propiedades"><xades:SignedSignatureProperties><xades:SigningTime>2026-03-14T10:15:00-05:00</xades:SigningTime><xades:SigningCertificate><xades:Cert><xades:CertDigest><ds:DigestMethod xmlns:ds="http://www.w3.org/2000/09/xmldsig#" Algorithm="${sha256}"/><ds:DigestValue xmlns:ds="http://www.w3.org/2000/09/xmldsig#">${createHash('sha256').update(certificateBytes).digest('base64')}</ds:DigestValue></xades:CertDigest></xades:Cert></xades:SigningCertificate></xades:SignedSignatureProperties></xades:SignedProperties></xades:QualifyingProperties>`;

const extensionContent = "//*[local-name(.)='ExtensionContent']";

interface Signing {
  /** XPath of the signed element; the whole document by default. */
  covers?: string;
  signatureAlgorithm?: SignedXml['signatureAlgorithm'];
}

/** The XML of an invoice with a signature in its extensions. */
export function signed(
  xml: string,
  {
    covers = '/*',
    signatureAlgorithm = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  }: Signing = {},
): string {
  const signer = new SignedXml({
    privateKey,
    publicCert: certificate,
    signatureAlgorithm,
    canonicalizationAlgorithm: c14n,
    objects: [{ content: signedProperties }],
  });
  signer.addReference({
    xpath: covers,
    isEmptyUri: covers === '/*',
    digestAlgorithm: sha256,
    transforms: [enveloped],
  });
  signer.addReference({
    xpath: "//*[@Id='firma-propiedades']",
    digestAlgorithm: sha256,
    transforms: [c14n],
    type: 'http://uri.etsi.org/01903#SignedProperties',
  });
  signer.computeSignature(xml.replace('<ds:Signature Id="x"/>', ''), {
    prefix: 'ds',
    attrs: { Id: 'firma' },
    location: { reference: extensionContent, action: 'append' },
  });
  return signer.getSignedXml();
}

export const signedInvoice = (changes: Partial<InvoiceFacts> = {}, signing?: Signing): string =>
  signed(invoiceXml(changes), signing);

/** The text whose SHA-384 is the CUFE of the invoices of `invoiceXml`, with a key known only to the supplier. */
export function cufeParts(
  changes: Partial<InvoiceFacts> = {},
  key = 'fc8eac422eba16e22ffd8c6f94b3f40a',
): string {
  const { numero, fecha, total, nit, comprador } = { ...exampleInvoice, ...changes };
  const taxes = '010.00040.00030.00';
  return `${numero}${fecha}10:15:00-05:00100000.00${taxes}${total}${nit}${comprador}${key}1`;
}
