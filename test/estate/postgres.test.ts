import { describeEstate } from '../support/estate-cases.js'
import { startPostgres, WITHOUT_POSTGRES } from '../support/engines.js'

describeEstate('PostgreSQL', startPostgres, WITHOUT_POSTGRES)
