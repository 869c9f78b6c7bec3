import { productInBrowser } from '../kit/product-in-browser.ts';
import { officeProfiles, visitAs } from '../kit/profile-visit.ts';

visitAs(officeProfiles, productInBrowser());
