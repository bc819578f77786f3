#include "library.h"

#if MOCKLUA_HAS_TLS

#include <arpa/inet.h>
#include <gnutls/crypto.h>
#include <gnutls/x509.h>
#include <stdlib.h>
#include <time.h>

#include "certificate.h"

bool mocklua_tls_is_available(void) { return true; }

/* Returns from the function with the code of a call that fails. */
#define TRY(call)                 \
  do {                            \
    int code = (call);            \
    if (code < 0) return code;    \
  } while (0)

enum { day = 24 * 60 * 60, days_before = 1, days_after = 90 };

/* Sets the names for which clients accept the certificate. */
static int set_names(gnutls_x509_crt_t certificate, const char *address) {
  static const char name[] = "localhost";
  static const unsigned char loopback[] = {127, 0, 0, 1};
  static const unsigned char loopback6[16] = {[15] = 1};
  TRY(gnutls_x509_crt_set_subject_alt_name(certificate, GNUTLS_SAN_DNSNAME, name, sizeof name - 1, GNUTLS_FSAN_SET));
  TRY(gnutls_x509_crt_set_subject_alt_name(certificate, GNUTLS_SAN_IPADDRESS, loopback, sizeof loopback,
                                           GNUTLS_FSAN_APPEND));
  TRY(gnutls_x509_crt_set_subject_alt_name(certificate, GNUTLS_SAN_IPADDRESS, loopback6, sizeof loopback6,
                                           GNUTLS_FSAN_APPEND));
  struct in_addr other;
  if (address == NULL || inet_pton(AF_INET, address, &other) != 1) return 0;
  return gnutls_x509_crt_set_subject_alt_name(certificate, GNUTLS_SAN_IPADDRESS, &other, sizeof other,
                                              GNUTLS_FSAN_APPEND);
}

/* Makes a certificate that can identify a server, but can't sign other certificates. */
static int sign(gnutls_x509_crt_t certificate, gnutls_x509_privkey_t key, const char *address) {
  unsigned char serial[16], identifier[64];
  size_t identifier_length = sizeof identifier;
  time_t now = time(NULL);
  TRY(gnutls_rnd(GNUTLS_RND_NONCE, serial, sizeof serial));
  serial[0] = (serial[0] & 0x7F) | 0x40; /* positive, and without a leading zero */
  TRY(gnutls_x509_crt_set_version(certificate, 3));
  TRY(gnutls_x509_crt_set_serial(certificate, serial, sizeof serial));
  TRY(gnutls_x509_crt_set_dn(certificate, "CN=MockLua", NULL));
  TRY(gnutls_x509_crt_set_activation_time(certificate, now - (time_t)days_before * day));
  TRY(gnutls_x509_crt_set_expiration_time(certificate, now + (time_t)days_after * day));
  TRY(gnutls_x509_crt_set_key(certificate, key));
  TRY(set_names(certificate, address));
  TRY(gnutls_x509_crt_set_basic_constraints(certificate, 0, -1));
  TRY(gnutls_x509_crt_set_key_usage(certificate, GNUTLS_KEY_DIGITAL_SIGNATURE));
  TRY(gnutls_x509_crt_set_key_purpose_oid(certificate, GNUTLS_KP_TLS_WWW_SERVER, 0));
  TRY(gnutls_x509_crt_get_key_id(certificate, 0, identifier, &identifier_length));
  TRY(gnutls_x509_crt_set_subject_key_id(certificate, identifier, identifier_length));
  return gnutls_x509_crt_sign2(certificate, certificate, key, GNUTLS_DIG_SHA256, 0);
}

static int fill(mocklua_TLSIdentity *identity, gnutls_x509_crt_t certificate, gnutls_x509_privkey_t key,
                const char *address) {
  TRY(gnutls_x509_privkey_generate(key, GNUTLS_PK_ECDSA, GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1), 0));
  TRY(sign(certificate, key, address));
  size_t length = sizeof identity->key - 1;
  TRY(gnutls_x509_privkey_export(key, GNUTLS_X509_FMT_PEM, identity->key, &length));
  length = sizeof identity->certificate - 1;
  return gnutls_x509_crt_export(certificate, GNUTLS_X509_FMT_PEM, identity->certificate, &length);
}

mocklua_TLSIdentity *mocklua_tls_make(const char *address, const char **reason) {
  mocklua_TLSIdentity *identity = calloc(1, sizeof *identity);
  gnutls_x509_privkey_t key = NULL;
  gnutls_x509_crt_t certificate = NULL;
  int code = identity == NULL ? GNUTLS_E_MEMORY_ERROR : gnutls_x509_privkey_init(&key);
  if (code >= 0) code = gnutls_x509_crt_init(&certificate);
  if (code >= 0) code = fill(identity, certificate, key, address);
  gnutls_x509_crt_deinit(certificate);
  gnutls_x509_privkey_deinit(key);
  if (code >= 0) return identity;
  *reason = gnutls_strerror(code);
  free(identity);
  return NULL;
}

const char *mocklua_tls_certificate(const mocklua_TLSIdentity *identity) { return identity->certificate; }

void mocklua_tls_release(mocklua_TLSIdentity *identity) {
  gnutls_memset(identity, 0, sizeof *identity);
  free(identity);
}

#endif
