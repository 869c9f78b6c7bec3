import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { BackLink, type PageProps, PageTitle } from './Page.tsx';

interface BandPageProps extends Omit<PageProps, 'width'> {
  /** Lines of the band below the title. */
  band: ReactNode;
}

/** A screen whose header is one band, sticky on wide screens; text that is too long for its line is truncated. */
export function BandPage({ title, tab, subtitle, back, actions, band, children }: BandPageProps) {
  return (
    <chakra.div
      width="full"
      maxW="8xl"
      mx="auto"
      display="grid"
      gridTemplateColumns="minmax(0, 1fr)"
      gap={{ base: '2', md: '3' }}
    >
      <chakra.div
        data-band=""
        data-bar=""
        position={{ base: 'relative', lg: 'sticky', _print: 'static' }}
        top="0"
        zIndex={{ lg: 'docked' }}
        mt={{ base: '-2', md: '-4' }}
        px={{ base: '4', md: '5' }}
        py="1.5"
        display="grid"
        gridTemplateColumns="minmax(0, 1fr)"
        gap="1"
        layerStyle="frame"
        boxShadow="card"
      >
        <chakra.div
          display="flex"
          alignItems="center"
          flexWrap={{ base: 'wrap', xl: 'nowrap' }}
          columnGap="3"
          rowGap="0"
          minH="8"
        >
          {back ? (
            <chakra.div ms="-3" me="-3" my={{ base: '-1.5', md: '0' }} flexShrink="0">
              <BackLink to={back.to}>
                <chakra.span srOnly>{back.label}</chakra.span>
              </BackLink>
            </chakra.div>
          ) : null}
          <PageTitle look={titleLook} tab={tab}>
            {title}
          </PageTitle>
          <chakra.div
            // On a phone the text wraps instead of being truncated.
            display={{ base: 'block', md: 'flex' }}
            alignItems="center"
            columnGap="3"
            flex={{ base: '1 1 100%', xl: '1 1 0' }}
            minW="0"
            textStyle="sm"
            color="fg.muted"
            whiteSpace={{ md: 'nowrap' }}
          >
            {subtitle}
          </chakra.div>
          {actions ? (
            // On a phone the actions share one line, without icons.
            <chakra.div
              display="flex"
              flexWrap="wrap"
              gap="2"
              mdDown={{ '& > *': { px: '2.5' }, '& svg': { display: 'none' } }}
            >
              {actions}
            </chakra.div>
          ) : null}
        </chakra.div>
        {band}
      </chakra.div>
      {children}
    </chakra.div>
  );
}

/** Sixty letters fit into a line. */
const titleLook = {
  flex: { base: '1 1 70%', xl: '0 0 auto' },
  maxW: { xl: '34rem' },
  fontSize: 'lg',
  lineHeight: '1.3',
  minW: '0',
  truncate: { xl: true },
} as const;
