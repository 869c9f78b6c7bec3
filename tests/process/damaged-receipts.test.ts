/**
 * Lightly damaged receipts, accepted by an earlier version: each box with some of them has its legalisation, by
 * download and by mail, and the undamaged receipts are in it.
 *
 * DAMAGED is the number of receipts; SEED chooses the damage.
 */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type SeededRandom, seededRandom } from '#server/operate/demonstration/seeded-random.ts';
import { tried } from '#tests/kit/cases.ts';
import { pageTexts } from '#tests/kit/files/pdf-text.ts';
import { jpgFile, pdfFile, pngFile } from '#tests/kit/files/receipt-files.ts';
import { lightlyDamaged } from '#tests/kit/hostile/mutations.ts';
import { plainPdf } from '#tests/kit/hostile/pdf.ts';
import { seed } from '#tests/kit/full-length.ts';
import { type DataFolder, openDataFolder } from '#tests/kit/program.ts';
import { readMail, startSmtp, type TestSmtp } from '#tests/kit/smtp.ts';
import { seedWorld } from './company.ts';
import { goodWord, ReceiptBoxes, signedIn } from './receipt-boxes.ts';

const damaged = Number(process.env.DAMAGED ?? 120);
/** Damaged receipts of one box, besides an undamaged one: few, so that each has time on a busy machine. */
const IN_A_BOX = 8;
/** Mails that one user may send in an hour: as many boxes are also sent by mail. */
const MAILS = 30;
/** Milliseconds for one box on a busy machine. */
const BOX_LIMIT = 40_000;

const say = (line: string): void => void process.stdout.write(`damaged receipts: ${line}\n`);

let folder: DataFolder;
let smtp: TestSmtp;
beforeEach(async () => {
  folder = openDataFolder();
  smtp = await startSmtp();
});
afterEach(async () => {
  await folder.close();
  await smtp.close();
});

const kinds = [pdfFile, plainPdf, plainPdf, plainPdf, jpgFile, pngFile] as const;

async function damagedReceipt(random: SeededRandom, number: number): Promise<Buffer> {
  const make = random.pick<(word: string) => Buffer | Promise<Buffer>>(kinds);
  return lightlyDamaged(await make(`recibo ${number}`), random);
}

test(
  `boxes with ${damaged} damaged receipts have their legalisation`,
  async () => {
    say(`SEED=${seed} DAMAGED=${damaged}`);
    const random = seededRandom(seed);
    const world = await seedWorld(folder);
    const server = await folder.serve('main', { SMTP_URL: smtp.url });
    const boxes = new ReceiptBoxes(folder, world, await signedIn(world, server.url, 2));
    let noted = 0;
    for (let done = 0; done < damaged; done += IN_A_BOX) {
      const files: Buffer[] = [];
      while (files.length < Math.min(IN_A_BOX, damaged - done))
        files.push(await damagedReceipt(random, done + files.length));
      tried(files.length);
      const idTienda = world.stores[(done / IN_A_BOX) % world.stores.length] ?? 0;
      const idCaja = await boxes.sendBoxOfBefore(idTienda, files);

      const response = await boxes.legalisation(idCaja);
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(response.status, `SEED=${seed}, box ${idCaja}: ${bytes.subarray(0, 300)}`).toBe(200);
      const text = (await pageTexts(bytes)).join('\n');
      // Every receipt has at least one page with its number.
      for (let number = 1; number <= files.length + 1; number += 1)
        expect(text).toMatch(new RegExp(`Soporte del gasto ${number}\\D`));
      expect(text, `SEED=${seed}, box ${idCaja}`).toContain(goodWord);
      noted += text.split('dañado o protegido').length - 1;

      if (done / IN_A_BOX >= MAILS) continue;
      await boxes.store.must('/enviarSoporteCorreo', { id_caja: idCaja });
      // The supervisor also receives a notice of the box.
      const sent = () => smtp.received.filter(({ raw }) => raw.includes('application/pdf'));
      await expect.poll(() => sent().length, { timeout: BOX_LIMIT }).toBe(1);
      const [mail] = sent();
      smtp.received = [];
      expect(mail && readMail(mail).part('application/pdf').bytes.length).toBeGreaterThan(1_000);
    }
    say(`${noted} of ${damaged} left a note, the others a page or a picture`);
  },
  60_000 + BOX_LIMIT * Math.ceil(damaged / IN_A_BOX),
);
