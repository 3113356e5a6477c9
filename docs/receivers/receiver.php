<?php
// PHP 8, without a library: WEBHOOK_SECRET=whsec_… php -S 127.0.0.1:8080 receiver.php
declare(strict_types=1);

const TOLERANCE_SECONDS = 5 * 60;

function isFromSotto(string $body): bool
{
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > TOLERANCE_SECONDS) {
        return false;
    }
    $key = base64_decode(substr((string) getenv('WEBHOOK_SECRET'), strlen('whsec_')));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $given) {
        if (hash_equals($expected, $given)) {
            return true;
        }
    }
    return false;
}

$body = file_get_contents('php://input');
$verified = isFromSotto($body);
if ($verified) {
    error_log('received ' . json_decode($body)->type);
}
http_response_code($verified ? 204 : 401);
