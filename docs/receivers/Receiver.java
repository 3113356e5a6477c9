// Java 17, without a library: WEBHOOK_SECRET=whsec_… java Receiver.java
import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.net.InetSocketAddress;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

class Receiver {
    static final long TOLERANCE_SECONDS = 5 * 60;
    static final byte[] KEY =
            Base64.getDecoder().decode(System.getenv("WEBHOOK_SECRET").substring("whsec_".length()));

    public static void main(String[] args) throws Exception {
        int port = Integer.parseInt(System.getenv().getOrDefault("PORT", "8080"));
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
        server.createContext("/", exchange -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            boolean verified = isFromSotto(exchange.getRequestHeaders(), body);
            if (verified) System.out.println("received " + new String(body, UTF_8));
            exchange.sendResponseHeaders(verified ? 204 : 401, -1);
            exchange.close();
        });
        server.start();
    }

    static boolean isFromSotto(Headers headers, byte[] body) {
        try {
            String timestamp = headers.getFirst("webhook-timestamp");
            long age = Instant.now().getEpochSecond() - Long.parseLong(timestamp);
            if (Math.abs(age) > TOLERANCE_SECONDS) return false;
            ByteArrayOutputStream content = new ByteArrayOutputStream();
            content.writeBytes((headers.getFirst("webhook-id") + "." + timestamp + ".").getBytes(UTF_8));
            content.writeBytes(body);
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(KEY, "HmacSHA256"));
            String expected = "v1," + Base64.getEncoder().encodeToString(mac.doFinal(content.toByteArray()));
            for (String given : headers.getFirst("webhook-signature").split(" ")) {
                if (MessageDigest.isEqual(given.getBytes(UTF_8), expected.getBytes(UTF_8))) return true;
            }
            return false;
        } catch (Exception malformed) {
            return false;
        }
    }
}
