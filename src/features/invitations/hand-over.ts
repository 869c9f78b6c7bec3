/** Makes invitation links and hands them over: copied, shared, by WhatsApp or on a printed sheet. */
import { fromPromise } from 'xstate';
import type { AnswerOf } from '#contract/contract.ts';
import { messageWithLink, whatsAppAddress } from '#machines/domain/people/invitation.ts';
import { createCommandMachine } from '#machines/flows/records/command.machine.ts';
import { answered } from '#machines/flows/steps/result.ts';
import { copyText } from '../../ui/fields/CopyButton.tsx';
import { callApi } from '../../wire/client.ts';

export type Links = AnswerOf<'/enlacesInvitacion'>;
type Link = Links[number];

export type Way = 'copiar' | 'compartir' | 'whatsapp' | 'imprimir';

export interface HandOver {
  usuarios: number[];
  por: Way;
}

export interface HandedOver {
  enlaces: Links;
  por: Way;
  /** False when the browser did not do it, or the user cancelled. */
  hecho: boolean;
}

/** False in browsers without a share sheet, and on a page without https. */
export const canShare = (): boolean => typeof navigator.share === 'function';

async function share(text: string): Promise<boolean> {
  try {
    await navigator.share({ text });
    return true;
  } catch {
    return false;
  }
}

const openWhatsApp = (link: Link): boolean => {
  const opened = window.open(whatsAppAddress(link), '_blank');
  if (opened !== null) opened.opener = null;
  return opened !== null;
};

const textOf = (links: Links): string => links.map(messageWithLink).join('\n\n');

export const handOverBy = {
  copiar: (links) => copyText(textOf(links)),
  compartir: (links) => share(textOf(links)),
  whatsapp: async ([link]) => link !== undefined && openWhatsApp(link),
  /** The sheet prints itself once it is shown. */
  imprimir: async () => true,
} satisfies Record<Way, (links: Links) => Promise<boolean>>;

/** Those who have not chosen a password, and handing over links to some of them. */
export const handingOver = createCommandMachine<
  AnswerOf<'/invitacionesPendientes'>,
  HandOver,
  HandedOver,
  object
>().provide({
  actors: {
    loadData: fromPromise(({ signal }) => callApi('/invitacionesPendientes', {}, { signal })),
    // One step: browsers copy, share and open a tab only for a few seconds after the press.
    writeRequest: fromPromise(async ({ input }) => {
      const { usuarios, por } = input.request;
      const made = await callApi('/enlacesInvitacion', { usuarios });
      if (!made.ok) return made;
      return answered({ enlaces: made.answer, por, hecho: await handOverBy[por](made.answer) });
    }),
  },
});
