/** A mail as a supplier sends it, composed by nodemailer. */
import MailComposer from 'nodemailer/lib/mail-composer/index.js';

/** @param files attached, by name @returns the bytes of the `.eml` file */
export const mailOf = (files: Readonly<Record<string, Buffer | string>>): Promise<Buffer> =>
  new MailComposer({
    from: 'Ferretería <ventas@proveedor.test>',
    to: 'facturas@cadena.test',
    subject: '800197268;Ferretería El Tornillo;SETP990000123;01;Ferretería',
    text: 'Adjuntamos su factura electrónica.',
    attachments: Object.entries(files).map(([filename, content]) => ({ filename, content })),
  })
    .compile()
    .build();
