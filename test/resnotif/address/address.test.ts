import { describe, expect, it } from 'vitest'
import { hideAddress, readAnswer } from '../../../src/resnotif/index.js'

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0NzExIn0.c2lnbmF0dXJlLW9m'
const LONG = 'Zk3x9QmL0aTn8RwPq2LsVu7BdEc5YhGt'

describe('an address as it is shown', () => {
  it.each([
    ['/ota/key/s3cr3t-471/notify', '/ota/key/***/notify'],
    ['/ota/token/abcdefgh', '/ota/token/***'],
    ['/ota/apikey/9f8e7d', '/ota/apikey/***'],
    ['/ota/api-key/9f8e7d/hotels/4711', '/ota/api-key/***/hotels/4711'],
    ['/ota/API_KEY/9f8e7d', '/ota/API_KEY/***'],
    ['/secret/opensesame', '/secret/***'],
    // A value that is spelled like a name is a value all the same, and what follows it is none.
    ['/apikey/AK-77-SECRET-VALUE', '/apikey/***'],
    ['/api-key/AK-77-SECRET-VALUE/hotels/4711', '/api-key/***/hotels/4711'],
    ['/key/MY-SECRET-KEY/4711', '/key/***/4711'],
    ['/token/PASSWORD-1', '/token/***'],
    ['/token/access-token-of-the-hotel/4711', '/token/***/4711'],
    ['/auth/token/s3cr3t', '/auth/token/***'],
    ['/key/secret', '/key/***'],
    ['/auth/Basic/dXNlcjpwYXNz', '/auth/Basic/***'],
    ['/authorization/bearer/abc/hotels/4711', '/authorization/bearer/***/hotels/4711'],
    ['/token/Bearer/abc', '/token/Bearer/***'],
    ['/in/Basic%20dXNlcjpwYXNz', '/in/Basic%20***'],
    ['/api-key/8a6f2c1e-3b5d-4e7f-9a1b-2c3d4e5f6a7b/4711', '/api-key/***/4711'],
    ['/client-secret/x', '/client-secret/***'],
    ['/access_token/x/', '/access_token/***/'],
    ['/password/hunter22', '/password/***'],
    ['/notify;token=abc;hotel=4711', '/notify;token=***;hotel=4711'],
    ['/notify/key=abc/4711', '/notify/key=***/4711'],
    ['/notify/token:abc', '/notify/token:***'],
    ['/notify;jsessionid=0A1B2C', '/notify;jsessionid=***'],
    [`/hook/${JWT}/in`, '/hook/***/in'],
    [`/hook/id=${JWT}`, '/hook/id=***'],
    ['/hook/sk_live_51Habcdefgh', '/hook/***'],
    [`/hook/${'0123456789abcdef'.repeat(4)}`, '/hook/***'],
    [`/hook/${LONG}`, '/hook/***'],
    ['/hook/9f86d081884c7d659a2feaa0c55ad015', '/hook/***'],
    ['/hook/Xk29fLq0Pz7WmVt3', '/hook/***'],
    ['/services/T01AB/B02CD/AbC3dEf5GhI7jKl9MnO1pQr3', '/services/T01AB/B02CD/***'],
    ['https://pms.example/key/s3cr3t?x=1#y', 'https://pms.example/key/***?x=***#***'],
    ['https://pms.example:8443/a/token/t', 'https://pms.example:8443/a/token/***'],
  ])('hides the secret of %s', (address, shown) => {
    expect(hideAddress(address)).toBe(shown)
  })

  it.each([
    '/',
    '',
    '/ota/hotels/4711/reservations/HS-20270701-1',
    '/hotel/1000001/notify',
    '/token/refresh',
    '/plan/basic/4711',
    '/rooms/Basic',
    '/channels/HotelBookings2027Api',
    '/in/12345678901234567890123456789012',
    '/auth/hotels/4711',
    '/auth/Basic',
    '/keys/v2/hotels/1000001',
    '/api-key/hotels/4711',
    '/reservation/8a6f2c1e-3b5d-4e7f-9a1b-2c3d4e5f6a7b',
    '/reservation/8A6f2c1e-3b5d-4e7f-9a1b-2c3d4e5f6a7b',
    '/booking/507f1f77bcf86cd799439011',
    '/booking/SCN-20270501120000-17-commit-17627d9665d0',
    '/booking/4111111111111111',
    '/booking/HotelReservation20270501Of1000001Number17',
    '/booking/Grand-Hotel_Vienna-2027-07-01_Room-101-B',
    '/echotoken/E-1',
    '/keystone/4711',
    '/monkey/4711',
    '/hotel/eyJpZCI6MTIzfQ',
    '/a:b/c=d;e=f',
    'https://pms.example',
    'https://key.example/notify',
  ])('leaves %s as it is', (address) => {
    expect(hideAddress(address)).toBe(address)
  })

  it('is that of a Location, too', () => {
    const answer = readAnswer(
      { status: 302, body: '', headers: { location: '/key/s3cr3t-471/login' } },
      { url: 'https://pms.example/notify' },
    )
    expect(answer.location).toBe('https://pms.example/key/***/login')
    expect(JSON.stringify(answer)).not.toContain('s3cr3t')
  })
})
