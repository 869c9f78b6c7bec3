import { chakra } from '@chakra-ui/react/styled-system';
import { isProfileId } from '#machines/domain/people/profiles.ts';
import { factsOf } from '#machines/flows/session/session.setup.ts';
import { Session } from '../../app/SessionProvider.tsx';
import { openScreens } from '../../app/screens/screen-table.ts';
import { Page } from '../../ui/layout/Page.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { helpPages, pictures, type PictureName } from './help-pages.ts';

/** Addresses of the pictures: none is fetched before this page is. */
const files = import.meta.glob<string>('./pictures/*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** ayuda: how the person's profile works, on one page. */
export function HelpView() {
  const person = Session.useSelector(factsOf);
  const profile = person?.tipoperfil_id ?? 0;
  const page = isProfileId(profile) ? helpPages[profile] : null;
  return (
    <Page title={openScreens.ayuda.label} subtitle={person?.tipoperfil_nombre} width="narrow">
      {page === null ? null : (
        <>
          <Section>
            <chakra.ol listStyleType="decimal" ps="6" display="grid" gap="2.5">
              {page.sentences.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </chakra.ol>
          </Section>
          <chakra.div display="grid" gap="5" gridTemplateColumns={{ md: '1fr 1fr' }}>
            {page.pictures.map((name) => (
              <Picture key={name} name={name} />
            ))}
          </chakra.div>
        </>
      )}
    </Page>
  );
}

function Picture({ name }: { name: PictureName }) {
  return (
    <chakra.figure layerStyle="frame" overflow="hidden">
      <chakra.img
        src={files[`./pictures/${name}.webp`]}
        alt=""
        width="100%"
        height="auto"
        aspectRatio="16 / 9"
        loading="lazy"
      />
      <chakra.figcaption textStyle="sm" color="fg.muted" p="3" borderTopWidth="1px">
        {pictures[name]}
      </chakra.figcaption>
    </chakra.figure>
  );
}
