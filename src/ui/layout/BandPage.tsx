import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { BackLink, type PageProps, PageTitle } from './Page.tsx';

interface BandPageProps extends Omit<PageProps, 'width'> {
  /** The lines of the band below its names. */
  band: ReactNode;
}

/** A screen whose head is one band, which stays in sight on wide screens: what is too long for a line of it is cut off. */
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
          justifyContent="space-between"
          flexWrap={{ base: 'wrap', md: 'nowrap' }}
          gap={{ base: '1', md: '3' }}
          minH="8"
        >
          {/* On a phone each of the names is a part of the line. */}
          <chakra.div
            display={{ base: 'contents', md: 'flex' }}
            alignItems="center"
            columnGap="3"
            minW="0"
            whiteSpace={{ md: 'nowrap' }}
          >
            {back ? (
              <chakra.div ms="-3" me="-2" flexShrink="0">
                <BackLink to={back.to}>
                  <chakra.span mdDown={{ srOnly: true }}>{back.label}</chakra.span>
                </BackLink>
              </chakra.div>
            ) : null}
            <PageTitle look={titleLook} tab={tab}>
              {title}
            </PageTitle>
            <chakra.div
              flex={{ base: '1 1 9rem', md: '0 1 auto' }}
              textStyle="sm"
              color="fg.muted"
              truncate
            >
              {subtitle}
            </chakra.div>
          </chakra.div>
          <chakra.div
            display={{ base: 'contents', md: 'flex' }}
            flexWrap="wrap"
            gap="3"
            alignItems="center"
            minW="0"
          >
            {actions}
          </chakra.div>
        </chakra.div>
        {band}
      </chakra.div>
      {children}
    </chakra.div>
  );
}

const titleLook = {
  flex: { base: '1 1 70%', md: '0 1 auto' },
  fontSize: 'lg',
  lineHeight: '1.4',
  minW: '0',
  truncate: true,
} as const;
