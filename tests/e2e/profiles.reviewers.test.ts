import { productInBrowser } from '../kit/product-in-browser.ts';
import { reviewerProfiles, visitAs } from '../kit/profile-visit.ts';

visitAs(reviewerProfiles, productInBrowser());
