import * as z from '../../zod/index.js'
import {
  DateTime,
  Filled,
  identity,
  Int32,
  LocalizedText,
  LookupPart,
  ofLookup,
  Unpadded,
  word,
} from '../schema/index.js'

/** Fields of the property requests (interface: "Property (create request)"). */

const Email = z.strictObject(() => ({
  emailTypeId: ofLookup('emailType', z.int()).optional(),
  email: word(z.string()),
  status: word(z.string()).optional(),
}))

const Phone = z.strictObject(() => ({
  phoneTypeId: ofLookup('phoneType', z.int()).optional(),
  phoneNumber: z.string(),
  extension: z.string().optional(),
  isValidated: z.boolean().optional(),
  name: z.string().optional(),
}))

const BillingAddress = z.strictObject(() => ({
  street1: z.string().optional(),
  street2: z.string().optional(),
  city: z.string().optional(),
  postCode: identity(z.string()).optional(),
  billingEmailAddress: word(z.string()).optional(),
}))

/** What create and update both take, all optional. */
const common = () => ({
  alternativeName: z.string().optional().describe('Local or alternate name'),
  isDeletedBySupplier: z.boolean().optional().describe('Marked deleted by the supplier'),
  forTesting: z.boolean().optional().describe('Test property, not for production'),
  isMaster: z.boolean().optional().describe('Master (parent) property'),
  isPermanentlyClosed: z.boolean().optional().describe('Permanently closed'),
  icalExportActivated: z.boolean().optional().describe('iCal export enabled'),
  autoReplenishment: z.boolean().optional().describe('Automatic inventory replenishment'),
  showHubSwitchDefaultCancellationRules: z
    .boolean()
    .optional()
    .describe('Use the default cancellation rules of the integration system'),
  emailAddressUnsubscribe: z.boolean().optional().describe('E-mail unsubscribed from communications'),
  createdBy: identity(z.string()).optional().describe('Creator identifier'),
  initialParentId: Int32.optional().describe('Parent entity id'),
  vatNumber: identity(z.string()).optional().describe('VAT number'),
  legalCompanyName: z.string().optional().describe('Legal company name'),
  commercialRegistrationNumber: identity(z.string()).optional().describe('Commercial registration number'),
  managingDirector: z.string().optional().describe('Managing director name'),
  fax: z.string().optional().describe('Fax number'),
  emails: z.array(Email).optional().describe('E-mail addresses'),
  phones: z.array(Phone).optional().describe('Phone numbers'),
  billingAddress: BillingAddress.optional().describe('Billing address'),
  homeCurrencyId: ofLookup('currency', z.int()).optional().describe('Home currency id'),
  homeCurrencyCode: word(z.string()).optional().describe('Currency code of the property, such as EUR'),
  names: z.array(LocalizedText).optional().describe('Localized names'),
  availabilityUpdateCount: z.int().optional().describe('Number of availability updates'),
  lastAvailabilityUpdate: DateTime.optional().describe('Time of last availability update'),
  roundingRuleId: z.int().optional().describe('Rounding rule used in pricing'),
  businessUnitId: z.int().optional().describe('Business unit id'),
})

const hubSwitchId = identity(Unpadded).describe('Identifier of the property in the external integration system')
const status = word(Filled).describe('State of the property, such as ACTIVE or INACTIVE')
const code = identity(Filled).describe('Short internal code')
const name = Filled.describe('Primary display name')

/** Body of `POST /api/v1/properties`. */
export const PropertyCreate = z.strictObject(() => ({
  hubSwitchId,
  status,
  code,
  name,
  emailAddress: word(z.string()).optional().describe('Primary contact e-mail'),
  companyOrganisationNumber: identity(z.string()).optional().describe('Company organisation number'),
  isTaxRegistered: z.boolean().optional().describe('When true, tax fields apply'),
  taxId: identity(z.string()).optional().describe('Tax identification number'),
  taxIdType: word(z.string()).optional().describe('Kind of tax id, such as VAT or GST'),
  languageId: ofLookup('language', z.int()).optional().describe('Language id'),
  countryId: ofLookup('country', z.int()).optional().describe('Country id'),
  stateId: z.int().optional().describe('State or region id'),
  ...common(),
}))

/** Body of `PUT /api/v1/properties/{id}` (UpdatePropertyDto): partial; only supplied fields change. */
export const PropertyUpdate = z.strictObject(() => ({
  hubSwitchId: hubSwitchId.optional(),
  status: status.optional(),
  code: code.optional(),
  name: name.optional(),
  emailAddressComment: z.string().optional().describe('Note about the e-mail address'),
  companyOrganizationNumber: identity(z.string()).optional().describe('Company organisation number'),
  ...common(),
}))

export const GeoCode = z.looseObject(() => ({
  latitude: z.union([z.number(), z.string()]).optional(),
  longitude: z.union([z.number(), z.string()]).optional(),
}))

const AddressRecord = z.looseObject(() => ({
  addressType: z.string().optional(),
  addressLine: z.string().optional(),
  cityName: z.string().optional(),
  postalCode: z.string().optional(),
}))

/** A property as the service answers it (wire default 9). */
export const Property = z.looseObject(() => ({
  id: z.number(),
  hubSwitchId: z.string().optional(),
  code: z.string().optional(),
  name: z.string().optional(),
  status: z.string().optional(),
  homeCurrencyCode: z.string().nullish(),
  homeCurrency: LookupPart.nullish(),
  geoCode: GeoCode.nullish(),
  addresses: z.array(AddressRecord).nullish(),
  supplier: z.looseObject({ id: z.number().optional(), name: z.string().optional() }).nullish(),
  distributorType: z.string().nullish(),
}))

/** A row of a search page (wire default 10); `distance` in km. */
export const PropertyRow = z.looseObject(() => ({
  id: z.number(),
  name: z.string().optional(),
  supplierId: z.number().nullish(),
  distributorType: z.string().nullish(),
  geoCode: GeoCode.nullish(),
  propertyType: LookupPart.nullish(),
  addresses: z.array(AddressRecord).nullish(),
  rating: z.union([z.string(), z.number()]).nullish(),
  distance: z.number().nullish(),
}))

/** Where update differs from create (interface: "Property (create request)", last paragraph). */
export const UPDATE_DIFFERENCES = {
  /** Create's spelling → update's spelling. */
  spelling: { companyOrganisationNumber: 'companyOrganizationNumber' },
  /** Fields that create takes and update lacks, each with what a person can do. */
  createOnly: {
    emailAddress:
      'an update cannot change the e-mail address; emailAddressComment keeps a note about it, emails holds further addresses',
    isTaxRegistered: 'tax registration is set when the property is created',
    taxId: 'the tax id is set when the property is created; taxpayerId of the property information can be changed',
    taxIdType: 'the kind of tax id is set when the property is created',
    languageId: 'the language is set when the property is created',
    countryId: 'the country is set when the property is created',
    stateId: 'the state is set when the property is created',
  },
} as const
