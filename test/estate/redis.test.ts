import { describeEstate } from '../support/estate-cases.js'
import { startRedis, WITHOUT_REDIS } from '../support/engines.js'

describeEstate('Redis', startRedis, WITHOUT_REDIS)
